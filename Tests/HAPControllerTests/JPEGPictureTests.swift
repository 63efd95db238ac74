import HAPModel
import Testing

@testable import HAPController

@Suite("The header of a JPEG file")
struct JPEGPictureTests {
    /// A table, a frame header of 640 x 360 pixels, and a scan.
    private static let file: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xDB, 0x00, 0x04, 0, 0] + [0xFF, 0xC0, 0x00, 0x0B, 8, 0x01, 0x68, 0x02, 0x80, 1, 1, 0x11, 0]
        + [0xFF, 0xDA, 0x00, 0x08, 1, 1, 0, 0, 63, 0, 0x12, 0x34, 0xFF, 0xD9]

    @Test("gives the size, and whether the file is whole")
    func size() {
        let picture = JPEGPicture(Self.file)?.json
        #expect(picture?["width"] == 640 && picture?["height"] == 360 && picture?["whole"] == true)
        #expect(JPEGPicture(Self.file + [0, 0])?.json["whole"] == true)
        #expect(JPEGPicture(Self.file)?.json["mark"] == picture?["mark"])
    }

    @Test("of a file that is cut off has no end", arguments: 3..<35)
    func cut(_ count: Int) {
        #expect(JPEGPicture(Array(Self.file.prefix(count)))?.json["whole"] == false)
    }

    @Test(
        "is not there in other bytes",
        arguments: [[], [0xFF], Array("{\"status\":-70402}".utf8), [0xFF, 0xD9, 0xFF]]
    )
    func other(_ bytes: [UInt8]) {
        #expect(JPEGPicture(bytes) == nil)
    }
}
