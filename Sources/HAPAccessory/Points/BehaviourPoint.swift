/// A rule that a defective accessory may apply in another variant.
package enum BehaviourPoint: String, Sendable, CaseIterable {
    case outOfRange = "value.out-of-range"
    case offStep = "value.off-step"
    case longString = "value.long-string"
    case wideIntegers = "value.wide-integers"
    case fraction = "value.fraction"
    case numbers = "value.numbers"
    case servicePower = "service.power"
    case couplingReach = "coupling.reach"
    case couplingColour = "coupling.colour"
    case couplingWay = "coupling.way"
    case couplingLevel = "coupling.level"
    case countDownEvents = "count-down.events"
    case lockSecure = "lock.secure"
    case temperatureUnit = "temperature.unit"
    case readOrder = "read.order"
    case readMissing = "read.missing"
    case readMetadata = "read.metadata"
    case readStatus = "read.status"
    case momentaryRead = "read.momentary"
    case refusedStatus = "refused.status"
    case writeOrder = "write.order"
    case writeStatus = "write.status"
    case writeAnswers = "write.answers"
    case databaseValue = "database.value"
    case bridgeReach = "bridge.reach"
    case batchLookup = "batch.lookup"
    case eventChange = "event.change"
    case eventValue = "event.value"
    case eventGrouping = "event.grouping"
    case eventCoalescing = "event.coalescing"
    case eventReceivers = "event.receivers"
    case eventState = "event.state"
    case subscriptionsEnded = "subscriptions.ended"
    case httpPaths = "http.paths"
    case httpHeaders = "http.headers"
    case httpPipelining = "http.pipelining"
    case timedPID = "timed.pid"
    case httpSegments = "http.segments"
    case connectionsEvicted = "connections.evicted"
    case jsonStrings = "json.strings"
    case httpTransferCoding = "http.transfer-coding"
    case streamAnswer = "stream.answer"
    case streamUse = "stream.use"
    case snapshotImage = "snapshot.image"
    case pduOrder = "pdu.order"
    case pduBatch = "pdu.batch"

    /// The point's words; the first is right.
    package var words: [String] {
        switch self {
        case .outOfRange: ["refuse", "clamp", "wrap"]
        case .offStep: ["refuse", "round"]
        case .longString: ["refuse", "cut"]
        case .wideIntegers: ["exact", "double"]
        case .fraction: ["refuse", "cut"]
        case .numbers: ["kept", "one-step-off", "low-as-minimum", "zero-dropped", "two-dropped", "quarters"]
        case .servicePower: ["written", "with-others"]
        case .couplingReach: ["declared", "linked"]
        case .couplingColour: ["apart", "shifts-silently"]
        case .couplingWay: ["own", "of-another-target"]
        case .couplingLevel: ["apart", "changes-silently"]
        case .countDownEvents: ["end", "each-second"]
        case .lockSecure: ["as-set", "always", "early"]
        case .temperatureUnit: ["celsius", "displayed"]
        case .readOrder: ["request", "sorted"]
        case .readMissing: ["status", "left-out"]
        case .readMetadata: ["asked", "always", "never", "since-asked"]
        case .readStatus: ["207", "200", "400", "404"]
        case .momentaryRead: ["null", "last"]
        case .refusedStatus: ["own", "first"]
        case .writeOrder:
            ["each", "all-or-nothing", "first", "first-four", "first-eight", "until-refused", "values-alone"]
        case .writeStatus: ["207", "204", "refused-only", "400", "404", "422", "500"]
        case .writeAnswers: ["asked", "never", "always", "previous"]
        case .databaseValue: ["current", "initial"]
        case .bridgeReach: ["all", "all-but-second"]
        case .batchLookup: ["aid-and-iid", "iid-alone"]
        case .eventChange:
            [
                "changed", "every-write", "subscribed-too", "refused-too", "unlike-last-event", "increase", "not-zero",
                "not-one", "not-maximum", "not-small",
            ]
        case .eventValue: ["current", "previous"]
        case .eventGrouping: ["together", "apart", "newest-first"]
        case .eventCoalescing: ["last", "first", "none", "listed", "newest", "iid-alone", "first-four", "first-eight"]
        case .eventReceivers:
            [
                "others", "all", "writer", "other-controllers", "not-last-writer", "latest-session", "first-three",
                "first-six",
                "same-iid",
                "any-subscription", "everyone", "first-of-own", "all-of-zero",
            ]
        case .eventState: ["session", "always-false", "always-true"]
        case .subscriptionsEnded: ["named", "all"]
        case .httpPaths: ["exact", "normalized"]
        case .httpHeaders: ["any-case", "exact-case", "no-unknown", "host-needed"]
        case .httpPipelining: ["in-order", "first-only", "first-three", "reversed", "no-write"]
        case .timedPID: ["exact", "double", "low-32", "high-63", "not-zero", "zero-unprepared"]
        case .httpSegments: ["any", "segment", "frame", "character"]
        case .connectionsEvicted: ["idlest", "busiest"]
        case .jsonStrings: ["escaped", "raw"]
        case .httpTransferCoding: ["decoded", "ignored"]
        case .streamAnswer:
            [
                "right", "other-session", "earlier-session", "shared", "failed", "never-busy", "no-address",
                "no-sources", "short-source",
                "other-family", "one-port", "no-audio-port", "first-suite", "short-keys", "same-keys",
                "controller-keys", "for-all", "refused-in-answer", "busy-refused",
            ]
        case .streamUse: ["started", "set-up"]
        case .snapshotImage: ["right", "other-size", "turned", "stale", "octets", "text", "empty", "cut"]
        case .pduOrder: ["request", "reversed"]
        case .pduBatch: ["each", "all-or-nothing"]
        }
    }

    /// The rule's subject, in one line.
    package var meaning: String {
        switch self {
        case .outOfRange: "how a value outside its limits is handled"
        case .offStep: "how a value off the grid of minStep is handled"
        case .longString: "how a string that is too long is handled"
        case .wideIntegers: "how integers above 2^53 are stored"
        case .fraction: "how a fraction for an integer is handled"
        case .numbers: "how a number is stored"
        case .servicePower: "whether a service turns on when another of its values is written"
        case .couplingReach: "whether a service that is switched off also switches off the services that it links to"
        case .countDownEvents: "which seconds of a countdown are notified"
        case .couplingWay: "which value a state has on its way to a target: that of this target, or of another"
        case .couplingLevel: "whether a level changes, without an event, when its service is switched on or off"
        case .couplingColour: "whether Saturation changes, without an event, when Hue is written, and the reverse"
        case .lockSecure:
            "whether a lock secures itself after Lock Management Auto Security Timeout, also if it is 0, or too early"
        case .temperatureUnit: "the unit of the temperatures beside Temperature Display Units"
        case .readOrder: "the order of the entries in a read response"
        case .readMissing: "the response for a characteristic that does not exist"
        case .readMetadata: "when a read returns metadata, permissions, type and event state"
        case .readStatus: "the HTTP status of a read that fails; 4xx only if all of it fails"
        case .momentaryRead: "the result of reading a button event"
        case .refusedStatus: "the status of an entry that is refused after another one"
        case .writeOrder: "which entries of a write are executed"
        case .writeStatus: "the response to a write that fails; 4xx and 500 only if it has one entry"
        case .writeAnswers: "when a write response has the value"
        case .databaseValue: "which values the attribute database shows"
        case .batchLookup: "by which of its numbers a characteristic is found that is not the only one of a request"
        case .bridgeReach: "which accessory objects are reachable; the others have no values, and status -70402"
        case .eventChange: "which writes are notified"
        case .eventValue: "which value an event carries"
        case .eventGrouping: "whether changes share an event message, and in which order"
        case .eventCoalescing:
            "which of the changes within the interval are notified; newest: only that of one characteristic; iid-alone: only one of those with the same iid; first-four, first-eight: the last change of that many characteristics"
        case .eventReceivers: "which of the subscribed sessions get an event"
        case .eventState: "the content of the ev key"
        case .subscriptionsEnded: "which subscriptions of its session `ev: false` ends"
        case .httpPaths: "how a path is compared"
        case .httpHeaders: "which headers a request may have"
        case .httpPipelining: "the responses to requests that arrive together"
        case .timedPID:
            "how the pid of a timed write is compared; high-63: larger ones count as the largest signed number"
        case .httpSegments: "the segments in which a whole request, or each of its characters, must arrive"
        case .connectionsEvicted: "which connection is closed for a new one at full capacity"
        case .jsonStrings: "how strings are written"
        case .httpTransferCoding: "where the body of a chunked request ends"
        case .streamAnswer: "how Setup Endpoints of a camera answers a request for a stream"
        case .streamUse: "from when on the stream of a camera is in use"
        case .snapshotImage: "the picture that a camera returns"
        case .pduOrder: "the order of the response PDUs in a message"
        case .pduBatch: "whether a PDU that fails lets the others of its message fail"
        }
    }
}
