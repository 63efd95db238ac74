import HAPModel
import Testing

struct TLVFragmentsTests {
    @Test("A long value shows the lengths of its fragments")
    func countsFragments() {
        let bytes = TLV8(items: [.init(.state, [2]), .init(.publicKey, [UInt8](repeating: 7, count: 384))]).encoded()
        #expect(TLVFragments(bytes).lengths == ["public-key": [255, 129], "state": [1]])
    }

    @Test("Truncated, short and empty fragments are counted, and nothing traps")
    func countsDeviations() {
        #expect(TLVFragments([0x06]).cutItems == 1)
        #expect(TLVFragments([0x06, 0xff, 0x01]).cutItems == 1)
        #expect(TLVFragments([0x03, 0x01, 0xaa, 0x03, 0x01, 0xbb]).shortFragments == 1)
        let full: [UInt8] = [0x03, 0xff] + [UInt8](repeating: 1, count: 255)
        #expect(TLVFragments(full + [0x03, 0x00]).emptyFragments == 1)
        #expect(TLVFragments([]).all.isEmpty)
    }
}
