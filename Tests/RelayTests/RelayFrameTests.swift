import Links
import Testing

@testable import Relay

@Suite("Frames of a relay")
struct RelayFrameTests {
    static let messages: [RelayMessage] = [
        .hello(version: 1, token: Array("0123456789abcdef".utf8)),
        .welcome(version: 1, program: "assay 0.2.0"),
        .refused(RelayRefusal(.busy, "192.168.1.20:51826 is used by another tester")),
        .ping(7), .pong(7, nil), .pong(0xffff_fffe, RelayNetworkTrip(smoothed: 900, least: 750, resent: 2)),
        .open("tcp 192.168.1.20:51826", within: 5000), .opened,
        .data([]), .data([0, 1, 2, 255]), .datagram(peer: "[fe80::1%eth0]:5353", [1, 2, 3]), .noListener,
        .credit(262_144), .end(.orderly), .end(.abrupt), .end(.done), .end(.failed("no route to host")),
        .question("route lamp.local:51826"), .answer("192.168.1.2 192.168.1.20"),
    ]

    @Test("A frame has the length of the rest, the kind, the channel and the content")
    func bytes() {
        let frame = RelayMessage.data([0xaa, 0xbb]).frame(on: 0x0102_0304)
        #expect(frame.encoded() == [0, 0, 0, 7, 8, 1, 2, 3, 4, 0xaa, 0xbb])
        let hello = RelayMessage.hello(version: 1, token: [0x41]).frame(on: 0)
        #expect(hello.encoded() == [0, 0, 0, 19, 1, 0, 0, 0, 0] + Array("assay-relay".utf8) + [0, 1, 0x41])
    }

    @Test("Every message is read as it was written, in pieces of any size", arguments: [1, 2, 7, 100_000])
    func pieces(size: Int) throws {
        let stream = Self.messages.enumerated().flatMap { $1.frame(on: UInt32($0)).encoded() }
        var decoder = RelayFrameDecoder()
        var read: [RelayMessage] = []
        for start in stride(from: 0, to: stream.count, by: size) {
            decoder.add(Array(stream[start..<min(start + size, stream.count)]))
            while let frame = try decoder.next() {
                #expect(frame.channel == UInt32(read.count))
                read.append(try #require(RelayMessage(frame)))
            }
        }
        #expect(read == Self.messages)
    }

    @Test("An impossible length is refused before its bytes are collected")
    func lengths() {
        for (bytes, length) in [([0, 0, 0, 4], 4), ([0xff, 0xff, 0xff, 0xff], 0xffff_ffff)] as [([UInt8], Int)] {
            var decoder = RelayFrameDecoder()
            decoder.add(bytes)
            #expect(throws: RelayFrameDecoder.Malformed(offset: 0, length: length)) { try decoder.next() }
        }
        var decoder = RelayFrameDecoder(longest: RelayFrame.longestOfStranger)
        decoder.add(RelayFrame(.hello, channel: 0, content: [UInt8](repeating: 0, count: 1025)).encoded())
        #expect(throws: RelayFrameDecoder.Malformed.self) { try decoder.next() }
    }

    @Test(
        "A content that is cut short or too long is malformed",
        arguments: [
            RelayFrame(.hello, channel: 0, content: Array("assay-relay".utf8) + [0]),
            RelayFrame(.hello, channel: 0, content: Array("other-relay".utf8) + [0, 1]),
            RelayFrame(.welcome, channel: 0, content: [0]),
            RelayFrame(.ping, channel: 0, content: [0, 0, 0]), RelayFrame(.ping, channel: 0, content: [0, 0, 0, 0, 0]),
            RelayFrame(.pong, channel: 0, content: [0, 0, 0, 1, 0]), RelayFrame(.open, channel: 1, content: [0, 0]),
            RelayFrame(.opened, channel: 1, content: [1]), RelayFrame(.end, channel: 1),
            RelayFrame(.end, channel: 1, content: [9]), RelayFrame(.datagram, channel: 1, content: [5, 0x31]),
            RelayFrame(.question, channel: 1, content: [0xff]), RelayFrame(.refused, channel: 1),
            RelayFrame(RelayFrame.Kind(rawValue: 99), channel: 1),
        ]
    )
    func malformed(_ frame: RelayFrame) {
        #expect(RelayMessage(frame) == nil)
    }

    @Test("What is to be opened is written as a word and an address, and unknown words are not read")
    func targets() {
        for text in [
            "tcp 192.168.1.20:51826", "tcp lamp.local:80", "udp [fe80::1%eth0]:5683", "mdns 192.168.1.2",
            "mdns-group fe80::1%eth0",
        ] { #expect(RelayTarget(text)?.text == text) }
        for text in ["tcp", "tcp 192.168.1.20", "tcp :80", "tcp a:0", "tcp fd00::1:80", "radio E1:91", "mdns lamp", ""]
        {
            #expect(RelayTarget(text) == nil, "\(text)")
        }
        for text in ["route [::1]:5683", "neighbour 192.168.1.20", "interfaces"] {
            #expect(RelayQuestion(text)?.text == text)
        }
        for text in ["route", "neighbour lamp", "interfaces 1", "", "who"] { #expect(RelayQuestion(text) == nil) }
    }
}
