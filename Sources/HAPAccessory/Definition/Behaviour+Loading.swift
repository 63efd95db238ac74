import HAPModel
import MarkedYAML

extension Behaviour {
    init(_ node: YAMLNode) throws(YAMLProblem) {
        let known = [
            "follow", "regulate", "condition", "travel", "record", "secure", "count-down", "log", "admin-only-while",
            "low",
            "transport", "stream",
        ]
        guard let kind = try node.mapping().entries.first(where: { known.contains($0.key) }) else {
            throw YAMLProblem(node.mark, "a behaviour must have one of the keys \(known.joined(separator: ", "))")
        }
        let subject = try kind.value.characteristicID()
        switch kind.key {
        case "follow":
            let mapping = try node.mapping(allowing: ["follow", "with", "after", "through", "as"])
            self = .follow(
                target: subject,
                current: try mapping.required("with").characteristicID(),
                after: try mapping["after"]?.duration() ?? .zero,
                through: try mapping["through"].map { (node) throws(YAMLProblem) in try Self.values(node) } ?? [:],
                as: try mapping["as"].map { (node) throws(YAMLProblem) in try Self.values(node) } ?? [:]
            )
        case "regulate":
            let mapping = try node.mapping(allowing: ["regulate", "with", "measured", "to"])
            self = .regulate(
                mode: subject,
                current: try mapping.required("with").characteristicID(),
                measured: try mapping.required("measured").characteristicID(),
                target: try mapping.required("to").characteristicID()
            )
        case "condition":
            let mapping = try node.mapping(allowing: [
                "condition", "with", "mode", "measured", "heats-below", "cools-above",
            ])
            self = .condition(
                active: subject,
                current: try mapping.required("with").characteristicID(),
                mode: try mapping.required("mode").characteristicID(),
                measured: try mapping.required("measured").characteristicID(),
                heating: try mapping.required("heats-below").characteristicID(),
                cooling: try mapping.required("cools-above").characteristicID()
            )
        case "travel":
            let mapping = try node.mapping(allowing: ["travel", "with", "full", "state", "hold"])
            self = .travel(
                target: subject,
                current: try mapping.required("with").characteristicID(),
                full: try mapping.required("full").duration(),
                state: try mapping.required("state").characteristicID(),
                hold: try mapping.required("hold").characteristicID()
            )
        case "record":
            let mapping = try node.mapping(allowing: ["record", "in", "as"])
            self = .record(
                source: subject,
                record: try mapping.required("in").characteristicID(),
                values: try Self.values(try mapping.required("as"))
            )
        case "secure":
            let mapping = try node.mapping(allowing: ["secure", "to", "seconds", "record-in", "as"])
            self = .secure(
                target: subject,
                secured: try mapping.required("to").integer(),
                seconds: try mapping.required("seconds").characteristicID(),
                record: try mapping.required("record-in").characteristicID(),
                as: try mapping.required("as").integer()
            )
        case "count-down":
            let mapping = try node.mapping(allowing: ["count-down", "from", "while", "ends"])
            self = .countDown(
                remaining: subject,
                duration: try mapping.required("from").characteristicID(),
                running: try mapping.required("while").characteristicID(),
                active: try mapping.required("ends").characteristicID()
            )
        case "log":
            let mapping = try node.mapping(allowing: ["log", "in", "control"])
            self = .log(
                source: subject,
                log: try mapping.required("in").characteristicID(),
                control: try mapping.required("control").characteristicID()
            )
        case "low":
            let mapping = try node.mapping(allowing: ["low", "below", "sets"])
            self = .low(
                level: subject,
                below: try mapping.required("below").integer(),
                flag: try mapping.required("sets").characteristicID()
            )
        case "stream":
            let mapping = try node.mapping(allowing: ["stream", "selected", "status"])
            self = .stream(
                setup: subject,
                selected: try mapping.required("selected").characteristicID(),
                status: try mapping.required("status").characteristicID()
            )
        case "transport":
            let mapping = try node.mapping(allowing: ["transport", "is"])
            let word = try mapping.required("is").word(of: [TransportKind.ip, .ble, .thread].map(\.rawValue))
            self = .transport(flag: subject, TransportKind(rawValue: word))
        default:
            _ = try node.mapping(allowing: ["admin-only-while"])
            self = .adminOnlyWhile(subject)
        }
    }

    private static func values(_ node: YAMLNode) throws(YAMLProblem) -> [Int64: Int64] {
        var values: [Int64: Int64] = [:]
        for entry in try node.mapping().entries {
            guard let written = Int64(entry.key) else {
                throw YAMLProblem(entry.keyMark, "expected a whole number, not `\(entry.key)`")
            }
            values[written] = try entry.value.integer()
        }
        return values
    }
}
