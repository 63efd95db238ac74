import HAPCrypto
import HAPModel
import HAPPairing
import Testing

@Suite struct PairingsTests {
    static let admin = record("admin", permissions: 1)
    static let regular = record("regular", permissions: 0)

    static func record(_ name: String, key: String? = nil, permissions: UInt8) -> PairingRecord {
        let pair = Ed25519KeyPair(fitting: SecretBytes(Array((key ?? name).utf8)))
        return PairingRecord(
            identifier: Array(name.utf8),
            publicKey: pair.publicKey,
            permissions: permissions
        )
    }

    /// An accessory with an admin and a regular controller, and the result of one request.
    private struct PairedAccessory {
        var accessory: TestAccessory
        var random = SeededRandom(seed: 4)

        init(_ departures: Departures = .none, pairings: [PairingRecord]? = nil) throws {
            accessory = try TestAccessory(departures: departures)
            accessory.pairings = pairings ?? [PairingsTests.admin, PairingsTests.regular]
        }

        mutating func ask(
            _ request: PairingsRequest,
            as controller: PairingRecord = PairingsTests.admin,
            altered: Departures = .none
        ) -> PairingReply {
            var sender = PairingsController(departures: altered, random: random)
            return accessory.answerList(sender.compose(request), from: controller.identifier)
        }
    }

    @Test("the requests have the items that the protocol demands, in this order")
    func requests() {
        var controller = PairingsController(random: SeededRandom(seed: 1))
        let record = Self.regular
        #expect(
            controller.compose(.add(record)) == [6, 1, 1, 0, 1, 3, 1, 7] + record.identifier + [3, 32]
                + record.publicKey + [0x0b, 1, 0]
        )
        #expect(controller.compose(.remove(identifier: [9])) == [6, 1, 1, 0, 1, 4, 1, 1, 9])
        #expect(controller.compose(.list) == [6, 1, 1, 0, 1, 5])
    }

    @Test("an added controller is stored; known ones get other permissions, never another key")
    func adding() throws {
        var bench = try PairedAccessory()
        let new = Self.record("new", permissions: 0)
        #expect(bench.ask(.add(new)).body == [6, 1, 2])
        #expect(bench.accessory.pairings == [Self.admin, Self.regular, new])
        #expect(bench.ask(.add(Self.record("regular", permissions: 1))).body == [6, 1, 2])
        #expect(bench.accessory.pairings[1].isAdmin)
        #expect(bench.accessory.pairings.count == 3)
        #expect(bench.ask(.add(Self.record("regular", key: "other", permissions: 0))).body == [6, 1, 2, 7, 1, 1])
        #expect(bench.accessory.pairings[1] == Self.record("regular", permissions: 1))
    }

    @Test("sixteen pairings fit, the next gets MaxPeers, updates and removals still work")
    func capacity() throws {
        var bench = try PairedAccessory(pairings: [Self.admin])
        for index in 1..<16 {
            #expect(bench.ask(.add(Self.record("c\(index)", permissions: 0))).body == [6, 1, 2])
        }
        #expect(bench.ask(.add(Self.record("one too many", permissions: 0))).body == [6, 1, 2, 7, 1, 4])
        #expect(bench.ask(.add(Self.record("c3", permissions: 1))).body == [6, 1, 2])
        #expect(bench.ask(.remove(identifier: Array("c3".utf8))).body == [6, 1, 2])
        #expect(bench.ask(.add(Self.record("one too many", permissions: 0))).body == [6, 1, 2])
        #expect(bench.accessory.pairings.count == 16)
    }

    @Test(
        "an Add that lacks an item, or has one of a wrong size, is refused and adds nothing",
        arguments: [
            ("M1.state", .drop), ("M1.state", .set([2])), ("M1.state", .set([1, 0])), ("M1.method", .drop),
            ("M1.method", .set([2])), ("M1.method", .set([6])), ("M1.method", .set([3, 0])),
            ("M1.identifier", .drop), ("M1.identifier", .empty),
            ("M1.identifier", .set([UInt8](repeating: 0x41, count: 37))), ("M1.public-key", .drop),
            ("M1.public-key", .truncate(31)), ("M1.public-key", .append([0])), ("M1.permissions", .drop),
            ("M1.public-key", .zero), ("M1.public-key", .set([1] + [UInt8](repeating: 0, count: 31))),
            ("M1.permissions", .empty), ("M1.permissions", .set([0, 0])), ("M1.permissions", .set([2])),
            ("M1.permissions", .set([0xff])), ("M1", .empty), ("M1", .truncate(5)),
        ] as [(String, AlterationAction)]
    )
    func malformed(point: String, action: AlterationAction) throws {
        var bench = try PairedAccessory()
        let reply = bench.ask(.add(Self.record("new", permissions: 0)), altered: .altering(point, action))
        #expect(reply.status == .invalidValue)
        #expect(reply.consequences.isEmpty)
    }

    @Test("identifiers of 1 and 36 bytes and of any encoding are stored and listed unchanged")
    func identifiers() throws {
        var bench = try PairedAccessory()
        for identifier in [[0x61], [UInt8](repeating: 0x7a, count: 36), Array("ä lower".utf8), [0xff, 0xfe]] {
            var record = Self.record("x", permissions: 0)
            record.identifier = identifier
            #expect(bench.ask(.add(record)).body == [6, 1, 2])
            let listed = PairingsAnswer(bench.ask(.list).body).entries.compactMap(\.record)
            #expect(listed == bench.accessory.pairings)
            #expect(listed.last == record)
        }
    }

    @Test("every request of a regular controller is rejected")
    func regularController() throws {
        var bench = try PairedAccessory()
        let requests: [PairingsRequest] = [
            .list, .remove(identifier: Self.admin.identifier), .remove(identifier: Self.regular.identifier),
            .remove(identifier: [1, 2, 3]), .add(Self.record("new", permissions: 1)),
            .add(Self.record("admin", key: "other", permissions: 0)), .add(Self.record("regular", permissions: 1)),
        ]
        for request in requests {
            let reply = bench.ask(request, as: Self.regular)
            #expect(reply.body == [6, 1, 2, 7, 1, 2])
            #expect(reply.status == .success)
            #expect(reply.consequences.isEmpty)
        }
    }

    @Test("the permission is read from the current list, not from the start of the session")
    func currentRight() throws {
        var bench = try PairedAccessory()
        var controller = PairingsController(random: SeededRandom(seed: 1))
        let list = controller.compose(.list)
        #expect(bench.accessory.answerList(list, from: Self.regular.identifier, wasAdmin: true).body.count == 6)
        #expect(bench.accessory.answerList(list, from: Self.admin.identifier, wasAdmin: false).body.count > 6)
        #expect(bench.accessory.answerList(list, from: nil).status == .insufficientAuthorization)
    }

    @Test("removing forgets exactly one and closes its sessions; an unknown one is a success")
    func removing() throws {
        var bench = try PairedAccessory()
        for identifier in ["REGULAR", "regula", "regular\0", "absent"] {
            let reply = bench.ask(.remove(identifier: Array(identifier.utf8)))
            #expect(reply.body == [6, 1, 2])
            #expect(reply.consequences.isEmpty)
        }
        let reply = bench.ask(.remove(identifier: Self.regular.identifier))
        #expect(reply.body == [6, 1, 2])
        #expect(
            reply.consequences.map(\.consequence) == [
                .removePairing(identifier: Self.regular.identifier),
                .closeSessions(identifier: Self.regular.identifier),
            ]
        )
        #expect(bench.ask(.remove(identifier: [1]), altered: .altering("M1.identifier", .drop)).status == .invalidValue)
        #expect(bench.accessory.pairings == [Self.admin])
    }

    @Test("removing the last admin removes all others; while another admin remains they stay")
    func lastAdmin() throws {
        var bench = try PairedAccessory()
        let reply = bench.ask(.remove(identifier: Self.admin.identifier))
        #expect(reply.body == [6, 1, 2])
        #expect(bench.accessory.pairings.isEmpty)
        #expect(
            reply.consequences.map(\.consequence).contains(.closeSessions(identifier: Self.regular.identifier))
        )

        var second = try PairedAccessory(pairings: [Self.admin, Self.regular, Self.record("admin 2", permissions: 1)])
        #expect(second.ask(.remove(identifier: Self.admin.identifier)).body == [6, 1, 2])
        #expect(second.accessory.pairings.count == 2)

        var demoted = try PairedAccessory()
        #expect(demoted.ask(.add(Self.record("admin", permissions: 0))).body == [6, 1, 2])
        #expect(demoted.accessory.pairings.isEmpty, "no admin remains")
    }

    @Test("a list separates its entries by separators, none before the first and none after the last")
    func listing() throws {
        var bench = try PairedAccessory()
        let body = bench.ask(.list).body
        let expected = TLV8(items: [
            .init(.state, [2]), .init(.identifier, Self.admin.identifier), .init(.publicKey, Self.admin.publicKey),
            .init(.permissions, [1]), .init(.separator, []), .init(.identifier, Self.regular.identifier),
            .init(.publicKey, Self.regular.publicKey), .init(.permissions, [0]),
        ])
        #expect(body == expected.encoded())
        let answer = PairingsAnswer(body)
        #expect(answer.answer.isRight)
        #expect(answer.answer.facts["separators"] == "right")
        #expect(answer.answer.facts["entries"] == 2)
    }

    @Test(
        "a controller reads entries in any order of items, skips unknown ones, and names wrong separators",
        arguments: [
            ("0601020b010103021122ee0101010161", "right", 1),
            ("060102ff000b0101030211220101610000", "before-first", 1),
            ("0601020101610302112201016203021122", "missing", 1),
            ("060102010161ff00010162ff00", "after-last", 2),
            ("060102010161ff00010162", "right", 2),
            ("060102", "right", 0),
        ]
    )
    func reading(hex: String, separators: String, entries: Int) throws {
        let answer = PairingsAnswer(try #require(Hex.decode(hex)))
        #expect(answer.answer.facts["separators"] == .string(separators))
        #expect(answer.entries.count == entries)
    }
}
