import HAPCrypto
import HAPModel
import Testing

@Suite struct AltererTests {
    private func alterer(_ alterations: Alteration...) -> Alterer {
        Alterer(
            Departures(alterations: alterations),
            procedure: "pair-setup",
            random: SeededRandom(seed: 1),
            aliases: ["M3.public-key": "M3.A"]
        )
    }

    @Test(
        "each action changes a field as its name says",
        arguments: [
            (.set([9]), [1, 2], [[9]]), (.set([9]), nil, [[9]]), (.zero, [1, 2], [[0, 0]]),
            (.zero, nil, [[UInt8](repeating: 0, count: 32)]), (.flipBit(9), [1, 2], [[1, 0]]),
            (.flipBit(-1), [1, 2], [[1, 0x82]]), (.flipBit(4), [], [[]]), (.flipBit(4), nil, []),
            (.drop, [1, 2], []), (.drop, nil, []), (.empty, [1, 2], [[]]), (.empty, nil, [[]]),
            (.truncate(1), [1, 2], [[1]]), (.truncate(5), [1, 2], [[1, 2]]), (.truncate(-1), [1, 2], [[]]),
            (.append([3]), [1, 2], [[1, 2, 3]]), (.append([3]), nil, [[3]]), (.prepend([3]), [1, 2], [[3, 1, 2]]),
            (.reverse, [1, 2], [[2, 1]]), (.duplicate, [1, 2], [[1, 2], [1, 2]]), (.duplicate, nil, []),
            (.order(["a"]), [1, 2], [[1, 2]]), (.text("hi"), [1, 2], [[0x68, 0x69]]),
        ] as [(AlterationAction, [UInt8]?, [[UInt8]])]
    )
    func actions(action: AlterationAction, value: [UInt8]?, expected: [[UInt8]]) {
        var alterer = alterer(Alteration(point: "M1.state", action: action))
        #expect(alterer.field("M1.state", value) == expected)
        #expect(alterer.field("M1.method", value) == (value.map { [$0] } ?? []))
    }

    @Test("random bytes have the length of the bytes that they replace")
    func random() {
        var alterer = alterer(Alteration(point: "p", action: .random))
        #expect(alterer.bytes("p", [UInt8](repeating: 0, count: 50)).count == 50)
        #expect(alterer.bytes("p", []).count == 32)
        #expect(alterer.bytes("p", [0, 0, 0, 0, 0, 0, 0, 0]) != [0, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test("an alteration may wait for its pass; several at one point follow one another")
    func passes() {
        var alterer = alterer(
            Alteration(point: "p", nth: 2, action: .append([1])),
            Alteration(point: "p", action: .append([2]))
        )
        #expect(alterer.bytes("p", []) == [2])
        #expect(alterer.bytes("p", []) == [1, 2])
        #expect(alterer.bytes("p", []) == [2])
    }

    @Test("a point may have its procedure as a prefix or an alias, but not another procedure")
    func names() {
        var ours = alterer(Alteration(point: "pair-setup.M3.public-key", action: .empty))
        #expect(ours.touches("M3.A"))
        #expect(ours.bytes("M3.A", [1]) == [])
        let other = alterer(Alteration(point: "pair-verify.M3.public-key", action: .empty))
        #expect(!other.touches("M3.A"))
    }

    @Test("secrets are altered as bytes are, and stay the same object without an alteration")
    func secrets() {
        var alterer = alterer(Alteration(point: "srp.K", action: .truncate(1)))
        let secret = SecretBytes([1, 2])
        #expect(alterer.secret("srp.K", secret) == SecretBytes([1]))
        #expect(alterer.secret("srp.S", secret) === secret)
    }

    @Test("orders and choices")
    func orders() {
        var alterer = alterer(
            Alteration(point: "order", action: .order(["b"])),
            Alteration(point: "way", action: .text("padded")),
            Alteration(point: "nonsense", action: .text("no way")),
            Alteration(point: "back", action: .reverse)
        )
        #expect(alterer.order("order", ["a", "b"]) == ["b"])
        #expect(alterer.order("back", ["a", "b"]) == ["b", "a"])
        #expect(alterer.order("none", ["a", "b"]) == ["a", "b"])
        #expect(alterer.choice("way", SRPForm.stripped) == .padded)
        #expect(alterer.choice("nonsense", SRPForm.stripped) == .stripped)
    }
}
