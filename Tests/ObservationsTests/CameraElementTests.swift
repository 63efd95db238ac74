import HAPModel
import SuiteLanguage
import Testing

@testable import Observations

@Suite("What a camera offers")
struct CameraElementTests {
    private static func item(_ type: UInt8, _ value: [UInt8]) -> [UInt8] { [type, UInt8(value.count)] + value }

    /// A Supported Video Stream Configuration with two profiles and these sizes.
    ///
    /// - Parameter separator: what stands between items of one type.
    private static func video(_ sizes: [(UInt16, UInt16)], separator: [UInt8] = [0, 0]) -> JSON {
        func joined(_ items: [[UInt8]]) -> [UInt8] { Array(items.joined(separator: separator)) }
        let parameters = joined([item(1, [0]), item(1, [1])]) + item(2, [0]) + item(3, [0])
        let attributes = sizes.map { width, height in
            item(
                3,
                item(1, [UInt8(width & 0xFF), UInt8(width >> 8)]) + item(2, [UInt8(height & 0xFF), UInt8(height >> 8)])
                    + item(3, [30])
            )
        }
        let codec = item(1, [0]) + item(2, parameters) + joined(attributes)
        return .string(Base64.encode(item(1, codec)))
    }

    @Test("The sizes, profiles and levels of its video are read")
    func sizes() {
        let video = VideoConfiguration(Self.video([(1920, 1080), (640, 360)]))
        #expect(video.flaws == [])
        #expect(video.sizes.sorted().map(\.description) == ["640x360", "1920x1080"])
        #expect(video.profiles == [0, 1] && video.levels == [0] && video.codecs == [0])
        #expect(video.offersHighDefinition)
        #expect(video.missingLower.contains { $0.description == "1280x720" })
        #expect(!video.missingLower.contains { $0.description == "640x360" })
    }

    @Test("Items of one type without a separator are a flaw, and are read nevertheless")
    func separators() {
        let video = VideoConfiguration(Self.video([(1920, 1080), (1280, 720)], separator: []))
        #expect(video.flaws.arrayValue?.count == 2)
        #expect(video.sizes.count == 2 && video.profiles == [0, 1])
    }

    @Test(
        "A value that is cut off, or no TLV8 at all, is a flaw",
        arguments: ["", "AQ", "AQUB", "not base64", "AgEA"]
    )
    func malformed(_ text: String) {
        #expect(VideoConfiguration(.string(text)).flaws != [])
        #expect(AudioConfiguration(.string(text)).flaws != [])
    }

    @Test("An answer to a request for a stream shows marks of its keys, and not the keys")
    func endpoints() {
        let key: [UInt8] = Array(0..<16)
        let security = Self.item(1, [0]) + Self.item(2, key) + Self.item(3, [UInt8](repeating: 9, count: 14))
        let value = Self.item(1, [UInt8](repeating: 7, count: 16)) + Self.item(2, [0]) + Self.item(4, security)
        let json = StreamEndpoints(.string(Base64.encode(value))).json
        #expect(json["status"] == 0 && json["video"]?["key-length"] == 16 && json["video"]?["salt-length"] == 14)
        #expect(json["video"]?["key-mark"]?.stringValue?.count == 12)
        #expect(!json.serialized().contains(Hex.encode(key)))
        #expect(
            json["missing"] == ["address", "SRTP parameters of audio", "SSRC of video", "SSRC of audio"]
        )
    }
}
