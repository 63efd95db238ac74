import HAPController
import Measurement

extension Contact {
    /// How long an accessory may take to come back after a crash: 90 s, if it may take 10 s for each response.
    var returnWithin: Duration { Self.returnWithin(patience) }

    /// - Parameter patience: how long it may take for each response.
    static func returnWithin(_ patience: Duration) -> Duration { patience * 9 }

    /// Whether the accessory accepts a connection and responds on it, within the time.
    func answers(within limit: Duration) async -> Bool {
        guard !stop.isUnanswered else { return false }
        let deadline = environment.clock.deadline(in: limit)
        var pause = Duration.milliseconds(500)
        while true {
            let wire = connection("probe")
            if (try? await wire.open(within: connectWithin)) != nil {
                let exchange = await wire.perform(.database, within: patience)
                await wire.close(abruptly: false)
                if exchange.answer != nil { return true }
                stop.note(exchange)
            }
            guard !stop.isMade, environment.clock.now < deadline else { return false }
            try? await environment.clock.sleep(until: min(deadline, environment.clock.deadline(in: pause)))
            pause = min(pause * 2, .seconds(5))
        }
    }
}
