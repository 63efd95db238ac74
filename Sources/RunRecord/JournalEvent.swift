package import HAPModel
package import Measurement

/// One line of the journal: a plan, an action, an observation or a conclusion.
package struct JournalEvent: Sendable, Hashable {
    /// The kind of a line. Readers skip kinds that they do not know.
    package enum Kind: String, Sendable, CaseIterable {
        /// First line: schema, environment, start, seed, selection and suite lock.
        case header
        /// Which accessory it is.
        case accessory
        /// A fact about the accessory that planning rests on.
        case capability
        /// The instances in their order, the skips and the cost.
        case plan
        /// The start of an instance.
        case begin
        /// The values of names in an instance.
        case binding
        /// Bytes, or a message, on the wire.
        case wire
        /// What a step observed.
        case observation
        /// A whole state of the accessory that documents are judged on.
        case snapshot
        /// A line of the accessory's serial console.
        case serial
        /// Measured times of one operation, with their percentiles.
        case measurement
        /// Whether a valid operation succeeded, which gives a meaning to rejections.
        case control
        /// Whether the accessory still responds after an instance.
        case probe
        /// A change that was undone.
        case repair
        /// An error of the tester or the bench.
        case trouble
        /// The tester's own timers fired late in an instance, because its machine was busy.
        case delay
        /// The end of an instance.
        case end
        /// An instance that failed or could not be judged is repeated, because a connection failed, the accessory restarted or
        /// was busy, or the tester was delayed in it.
        case `repeat`
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
    /// The body in little memory: a run keeps all its events until the reports are made.
    private var packed: PackedJSON

    /// What happened, by the kind. Each call unpacks the whole body.
    package var body: JSON {
        get { packed.json }
        set { packed = PackedJSON(newValue) }
    }

    /// The body, for tests that read few of its fields.
    package var fields: some PathReadable { packed }

    /// The member of the body with this key, without the others.
    package subscript(key: String) -> JSON? { packed[key] }

    package init(sequence: UInt64, at: Moment, kind: Kind, instance: String?, step: String?, body: JSON) {
        self.sequence = sequence
        self.at = at
        self.kind = kind
        self.instance = instance
        self.step = step
        packed = PackedJSON(body)
    }

    /// The line as JSON, without its line end.
    package var line: String { json.serialized() }

    /// The line as a value.
    package var json: JSON { json(with: body) }

    /// The line as a value, with this body in place of the event's own.
    func json(with body: JSON) -> JSON {
        var object = JSONObject()
        object.members.append(.init(key: "n", value: JSON(sequence).withoutLargeIntegers))
        object.members.append(.init(key: "t", value: JSON(at.nanoseconds).withoutLargeIntegers))
        object.members.append(.init(key: "kind", value: .string(kind.rawValue)))
        if let instance { object.members.append(.init(key: "instance", value: .string(instance))) }
        if let step { object.members.append(.init(key: "step", value: .string(step))) }
        object.members.append(.init(key: "body", value: body))
        return .object(object)
    }

    /// Reads one line.
    ///
    /// - Returns: `nil` if the line is not whole, as after a crash, or has a kind that this version does not know.
    package init?(line: [UInt8]) {
        guard let json = try? JSON.parse(line, maximumDepth: .max) else { return nil }
        self.init(json)
    }

    /// Reads the value of a line.
    ///
    /// - Returns: `nil` if it has a kind that this version does not know.
    init?(_ json: JSON) {
        guard let sequence = Self.number(of: json),
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

    /// The number of the event in the value of a line, also if the kind is unknown; `nil` if the line has none.
    static func number(of json: JSON) -> UInt64? {
        json["n"]?.uint64Value ?? json["n"]?.stringValue.flatMap { UInt64($0) }
    }
}
