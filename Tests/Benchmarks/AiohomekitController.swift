import HAPModel

/// aiohomekit as the controller of the same accessory, in a separate process.
final class AiohomekitController {
    private let process: ChildProcess
    private let port: Int

    init(_ place: Place, setupCode: SetupCode) throws {
        port = place.port
        process = try ChildProcess.peer(place.peer, setupCode: setupCode).process
    }

    /// One turn; the accessory is unpaired before and after it.
    func turn(_ extent: Extent, reading id: CharacteristicID) throws -> Turn {
        let setups = try process.ask("measure-pair-setup", ["port": JSON(port), "times": JSON(extent.pairSetups)])
        _ = try process.ask("pair", ["controller": "b", "port": JSON(port)])
        let measured = try process.ask(
            "measure",
            [
                "controller": "b", "characteristic": .string("\(id.aid).\(id.iid)"),
                "verifies": JSON(extent.pairVerifies), "reads": JSON(extent.reads),
            ]
        )
        _ = try process.ask("verify", ["session": "last", "controller": "b"])
        _ = try process.ask("remove-pairing", ["session": "last", "controller": "b"])
        _ = try process.ask("close", ["session": "last"])
        guard let setup = setups["total"], let verify = measured["verify"], let read = measured["read"],
            let rate = read["per-second"]?.doubleValue, let processor = read["processor"]?.doubleValue
        else { throw BenchmarkTrouble("aiohomekit's figures are not as they were") }
        return Turn(
            pairSetup: setup,
            pairVerify: verify,
            read: read,
            readsPerSecond: rate,
            processorPerRead: processor
        )
    }

    func end() {
        process.end()
    }
}
