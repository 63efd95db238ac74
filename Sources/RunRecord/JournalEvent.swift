package import HAPModel
package import Measurement

/// One line of the journal: something that was planned, done, seen or concluded.
package struct JournalEvent: Sendable, Hashable {
    /// What the line is about. Readers pass over kinds that they do not know.
    package enum Kind: String, Sendable, CaseIterable {
        /// First line: schema, environment, start, seed, selection and suite lock.
        case header
        /// Which accessory it is.
        case accessory
        /// A fact about the accessory that planning rests on.
        case capability
        /// The instances in their order, the skips and the cost.
        case plan
        /// An instance begins.
        case begin
        /// Names and what they stand for in an instance.
        case binding
        /// Bytes, or a message, on the wire.
        case wire
        /// What a step saw.
        case observation
        /// A whole state of the accessory that documents are judged on.
        case snapshot
        /// An untampered verb succeeded or failed: what makes a refusal a refusal.
        case control
        /// Whether the accessory still answers after an instance.
        case probe
        /// Something that was put back.
        case repair
        /// The tester or the bench could not do its work.
        case trouble
        /// An instance ends.
        case end
        /// What an instance came to, with the requirements that it found broken.
        case verdict
        /// Last line: totals and exit status.
        case close
    }

    /// Counts from 0 without gaps.
    package var sequence: UInt64
    /// Monotonic nanoseconds since the run began.
    package var at: Moment
    package var kind: Kind
    /// The instance's name; `nil` for what belongs to the run.
    package var instance: String?
    /// The step's path in its case.
    package var step: String?
    package var body: JSON

    package init(sequence: UInt64, at: Moment, kind: Kind, instance: String?, step: String?, body: JSON) {
        self.sequence = sequence
        self.at = at
        self.kind = kind
        self.instance = instance
        self.step = step
        self.body = body
    }

    /// The line as JSON, without its line end.
    package var line: String {
        var object = JSONObject()
        object.members.append(.init(key: "n", value: JSON(sequence).withoutLargeIntegers))
        object.members.append(.init(key: "t", value: JSON(at.nanoseconds).withoutLargeIntegers))
        object.members.append(.init(key: "kind", value: .string(kind.rawValue)))
        if let instance { object.members.append(.init(key: "instance", value: .string(instance))) }
        if let step { object.members.append(.init(key: "step", value: .string(step))) }
        object.members.append(.init(key: "body", value: body))
        return JSON.object(object).serialized()
    }

    /// Reads one line.
    ///
    /// - Returns: `nil` if the line is not whole, as after a crash, or has a kind that this version does not know.
    package init?(line: [UInt8]) {
        guard let json = try? JSON.parse(line, maximumDepth: .max),
            let sequence = json["n"]?.uint64Value ?? json["n"]?.stringValue.flatMap({ UInt64($0) }),
            let time = json["t"]?.int64Value ?? json["t"]?.stringValue.flatMap({ Int64($0) }),
            let kind = json["kind"]?.stringValue.flatMap(Kind.init(rawValue:)), let body = json["body"]
        else { return nil }
        self.init(
            sequence: sequence,
            at: Moment(nanoseconds: time),
            kind: kind,
            instance: json["instance"]?.stringValue,
            step: json["step"]?.stringValue,
            body: body
        )
    }
}
