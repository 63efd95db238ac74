import HAPCrypto
import HAPModel
import HAPSession
import Testing
import Vectors

@Suite("Secure frames")
struct FrameTests {
    private static let vectors = Vectors.all["pair_verify_transcript"]
    private static let toAccessory = EncryptionKey(SecretBytes(vectors["controller_to_accessory_key"].bytes))
    private static let toController = EncryptionKey(SecretBytes(vectors["accessory_to_controller_key"].bytes))

    private static func sealer(_ departures: Departures = .none) -> FrameSealer {
        FrameSealer(key: toAccessory, departures: departures, random: SeededRandom(seed: 1))
    }

    private static func opener(_ departures: Departures = .none) -> FrameOpener {
        FrameOpener(key: toAccessory, otherKey: toController, departures: departures)
    }

    private static func altering(_ point: FramePoint, _ action: AlterationAction, nth: Int? = nil) -> Departures {
        Departures(alterations: [Alteration(point: point.name, nth: nth, action: action)])
    }

    private static func opened(_ bytes: [UInt8], by opener: FrameOpener, piece: Int = .max) -> [FrameOpener.Result] {
        var opener = opener
        var results: [FrameOpener.Result] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            results += opener.feed(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
        return results
    }

    private static func plain(_ results: [FrameOpener.Result]) -> [UInt8]? {
        var bytes: [UInt8] = []
        for result in results {
            guard case .opened(let frame) = result else { return nil }
            bytes += frame.plain
        }
        return bytes
    }

    @Test("are those of the vectors")
    func vectors() {
        var sealer = Self.sealer()
        let request = Array(Self.vectors["request_plain"].text.utf8)
        #expect(sealer.seal(request).map(\.raw) == [Self.vectors["request_frame_counter0"].bytes])
        let long = sealer.seal([UInt8](repeating: 0x61, count: 1500))
        #expect(long.map(\.plain.count) == [1024, 476])
        #expect(long.map(\.counter) == [1, 2])
        #expect(long.flatMap(\.raw).count == Self.vectors["long_message"]["encoded_length"].number)
        var opener = FrameOpener(key: Self.toController)
        guard case .opened(let frame) = opener.feed(Self.vectors["response_frame_counter0"].bytes).first else {
            Issue.record("the vector does not open")
            return
        }
        #expect(frame.plain == Array(Self.vectors["response_plain"].text.utf8))
        #expect(frame.raw == Self.vectors["response_frame_counter0"].bytes)
    }

    @Test("open in the same way for any cut of their bytes", arguments: [1, 2, 3, 17, 18, 19, 1000, Int.max])
    func cuts(piece: Int) {
        var sealer = Self.sealer()
        let random = SeededRandom(seed: 3)
        let messages = [0, 1, 5, 1023, 1024, 1025, 5000].map { random.bytes($0) }
        let bytes = messages.flatMap { sealer.seal($0).flatMap(\.raw) }
        let results = Self.opened(bytes, by: Self.opener(), piece: piece)
        #expect(Self.plain(results) == messages.flatMap(\.self))
    }

    @Test("have the requested sizes")
    func sizes() {
        var sealer = Self.sealer()
        let message = [UInt8](repeating: 7, count: 20)
        let frames = sealer.seal(message, sizes: [7, 0, 3])
        #expect(frames.map(\.plain.count) == [7, 0, 3, 3, 3, 3, 1])
        #expect(Self.plain(Self.opened(frames.flatMap(\.raw), by: Self.opener())) == message)
        #expect(sealer.sealOne([]).map(\.raw.count) == [18])
        #expect(sealer.counter == 8)
        #expect(sealer.seal([]).isEmpty)
    }

    @Test(
        "that are altered do not open",
        arguments: [
            (FramePoint.nonce, AlterationAction.set([UInt8](repeating: 9, count: 12))), (.key, .random),
            (.aad, .empty), (.aad, .flipBit(0)), (.tag, .flipBit(5)), (.text, .flipBit(0)),
            (.length, .set([19, 0])), (.tag, .zero), (.whole, .flipBit(200)),
        ]
    )
    func altered(point: FramePoint, action: AlterationAction) {
        var sealer = Self.sealer(Self.altering(point, action, nth: 2))
        let bytes = (0..<3).flatMap { _ in sealer.seal([UInt8](repeating: 1, count: 20)).flatMap(\.raw) }
        let results = Self.opened(bytes, by: Self.opener())
        #expect(results.count == 2)
        guard case .opened = results.first, case .failed(let failure) = results.last else {
            Issue.record("got \(results)")
            return
        }
        #expect(failure.kind == .tag)
        #expect(failure.counter == 1)
    }

    @Test("carry an altered text, and are not sent when they are dropped")
    func alteredPlain() {
        var sealer = Self.sealer(Self.altering(.plain, .append([1, 2])))
        #expect(Self.plain(Self.opened(sealer.seal([0]).flatMap(\.raw), by: Self.opener())) == [0, 1, 2])
        sealer.departures = Self.altering(.whole, .drop)
        #expect(sealer.seal([0]).isEmpty)
        sealer.departures = .none
        #expect(sealer.seal([0]).map(\.counter) == [2])
    }

    @Test("that announce too much are rejected before they arrive")
    func tooLong() {
        let results = Self.opened([0x01, 0x04, 1, 2], by: Self.opener())
        guard case .failed(let failure) = results.first else {
            Issue.record("got \(results)")
            return
        }
        #expect(failure.kind == .tooLong(1025))
        #expect(failure.raw == [0x01, 0x04, 1, 2])
        var sealer = Self.sealer(Departures(constants: [FrameConstant.maximumText.name: 2000]))
        let bytes = sealer.seal([UInt8](repeating: 1, count: 1500)).flatMap(\.raw)
        let careless = Departures(guards: [FrameGuard.length.name: .skip])
        #expect(Self.plain(Self.opened(bytes, by: Self.opener(careless)))?.count == 1500)
    }

    @Test("that are too long are opened by a tester, who waits for their end, but not for that of plain text")
    func opensLong() {
        func opener() -> FrameOpener {
            FrameOpener(key: Self.toAccessory, otherKey: Self.toController, opensLong: true)
        }
        var sealer = Self.sealer(Departures(constants: [FrameConstant.maximumText.name: 2000]))
        let bytes = sealer.seal([UInt8](repeating: 1, count: 1500)).flatMap(\.raw)
        #expect(Self.plain(Self.opened(bytes, by: opener(), piece: 400))?.count == 1500)
        var waiting = opener()
        #expect(waiting.feed(Array(bytes.prefix(1400))) == [])
        #expect(waiting.unfinishedLongFrame?.kind == .tooLong(1500))
        #expect(waiting.unfinishedLongFrame?.raw.count == 1400)
        var altered = bytes
        altered[700] ^= 1
        for (raw, length) in [(altered, 1500), (Array("HTTP/1.1 200 OK".utf8), 21576)] {
            guard case .failed(let failure)? = Self.opened(raw, by: opener()).first else {
                Issue.record("\(raw.prefix(8)) is opened")
                continue
            }
            #expect(failure.kind == .tooLong(length))
        }
    }

    @Test("after one that does not open are not read")
    func nothingAfterFailure() {
        var opener = Self.opener()
        var sealer = Self.sealer()
        let frame = sealer.seal([1]).flatMap(\.raw)
        #expect(opener.feed([1, 0] + [UInt8](repeating: 0, count: 17)).count == 1)
        #expect(opener.feed(frame).isEmpty)
        #expect(opener.failure != nil)
    }

    @Test(
        "that do not open are diagnosed",
        arguments: [
            (FramePoint.nonce, AlterationAction.set([0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0]), "under counter 5"),
            (.aad, .empty, "if the length is not authenticated"),
            (.aad, .reverse, "if the length is authenticated with its bytes reversed"),
            (.nonce, .set([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]), "if the counter is big endian"),
            (
                .nonce, .set([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
                "if the counter precedes the four zero bytes"
            ),
        ]
    )
    func diagnosed(point: FramePoint, action: AlterationAction, diagnosis: String) {
        var sealer = Self.sealer(Self.altering(point, action, nth: 2))
        let first = sealer.seal([UInt8](repeating: 1, count: 20)).flatMap(\.raw)
        let second = sealer.seal([UInt8](repeating: 1, count: 20)).flatMap(\.raw)
        guard case .failed(let failure) = Self.opened(first + second, by: Self.opener()).last else {
            Issue.record("it opened")
            return
        }
        #expect(failure.diagnosis == diagnosis)
    }

    @Test("under the key of the other direction are recognized")
    func otherKey() {
        var sealer = FrameSealer(key: Self.toController)
        guard case .failed(let failure) = Self.opened(sealer.seal([1]).flatMap(\.raw), by: Self.opener()).first else {
            Issue.record("it opened")
            return
        }
        #expect(failure.diagnosis == "with the key of the other direction under counter 0")
    }

    @Test("open to a peer that does not check")
    func careless() {
        var sealer = Self.sealer()
        let frames = (0..<4).map { number in sealer.seal([number]).flatMap(\.raw) }
        func skipping(_ check: FrameGuard) -> FrameOpener {
            Self.opener(Departures(guards: [check.name: .skip]))
        }
        #expect(Self.plain(Self.opened(frames[0] + frames[0] + frames[1], by: skipping(.replay))) == [0, 0, 1])
        #expect(Self.plain(Self.opened(frames[0] + frames[2] + frames[3], by: skipping(.order))) == [0, 2, 3])
        #expect(Self.plain(Self.opened(frames[0] + frames[0], by: skipping(.order))) == nil)
        var broken = frames[0]
        broken[broken.count - 1] ^= 1
        #expect(Self.plain(Self.opened(broken, by: skipping(.tag))) == [0])
    }

    @Test("never trap, whatever the bytes are")
    func hostile() {
        let random = SeededRandom(seed: 11)
        for round in 0..<60 {
            let bytes = random.bytes(round * 31)
            let careless = Departures(guards: Dictionary(uniqueKeysWithValues: FrameGuard.all.map { ($0.name, .skip) }))
            for departures in [Departures.none, careless] {
                let whole = Self.opened(bytes, by: Self.opener(departures))
                #expect(whole.count == Self.opened(bytes, by: Self.opener(departures), piece: 1).count)
            }
        }
    }
}
