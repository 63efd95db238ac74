import HAPModel

@testable import Runner

extension Trials {
    private static let path = "/pair-setup"
    private static let unpaired = Meeting()

    static let pairSetup: [Trial] = setupStages + setupValues

    private static let setupStages: [Trial] = [
        Trial("pair-setup.upto", "M2") { $0.states(path) == [1] },
        Trial("pair-setup.from", "M3", before: [.init("pair-setup", ["upto": "M2"])]) { $0.states(path) == [3, 5] },
        Trial("pair-setup.only", ["M3"]) { $0.states(path) == [3] },
        Trial("pair-setup.of", "a", in: ["from": "M3"], on: "b", before: [.init("pair-setup", ["upto": "M2"], on: "a")])
        {
            $0.states(path, on: "b").first == 3
        },
        // An accessory is busy with the pair-setup on the other connection: M1 is sent again.
        Trial("pair-setup.while-busy", "1s", in: ["upto": "M2"], before: [.init("pair-setup", ["upto": "M2"], on: "a")])
        {
            $0.states(path).count >= 3 && $0.took >= .milliseconds(500)
        },
        // The later `from` goes on with the first procedure, to which the accessory's new B does not belong.
        Trial(
            "pair-setup.aside",
            true,
            in: ["upto": "M2"],
            before: [.init("pair-setup", ["upto": "M2"])],
            after: [.init("pair-setup", ["from": "M3"])]
        ) { $0.errors == [2] },
    ].map { $0.at(unpaired) }

    private static let setupValues: [Trial] = [
        Trial("pair-setup.set", ["M1.state": "0x07"], in: ["upto": "M2"]) { $0.states(path) == [7] },
        Trial("pair-setup.set", ["M3.proof": "flip-bit"]) { $0.errors == [2] },
        Trial("pair-setup.alter", ["M1.state": "0x07"], in: ["upto": "M2"]) { $0.states(path) == [7] },
        Trial("pair-setup.leading-zeros", ["A"], in: ["upto": "M4"]) { trace in
            guard let key = trace.message(3, path)?[.publicKey] else { return false }
            return key.count < 384 || key.first == 0
        },
        Trial("pair-setup.code", "wrong") { $0.errors == [2] },
        Trial("pair-setup.code", "dashless") { $0.errors == [2] },
        Trial("pair-setup.code", "111-22-335") { $0.errors == [2] },
        Trial("pair-setup.method", 1, in: ["upto": "M2"]) { $0.message(1, path)?[.method] == [1] },
        Trial("pair-setup.flags", 16, in: ["upto": "M2"]) { $0.message(1, path)?.integer(.flags) == 16 },
        Trial("pair-setup.identifier", "me") { $0.encounter.paired == ["me"] },
    ].map { $0.at(unpaired) }
}
