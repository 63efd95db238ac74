import HAPModel
import Measurement
import RunRecord

@testable import Runner

/// What a step shows: to the accessory, on the wire, and to the judge.
struct Trace: Sendable {
    /// A request that the tester sent.
    struct Request: Sendable {
        var connection: String
        /// 0 outside a session.
        var session: Int64
        var start: String
        /// The JSON of its body.
        var json: JSON
        /// Its text, with the header.
        var text: String
        /// The items of its body.
        var items: TLV8
        var at: Moment

        /// What follows the method in the first line.
        var target: String { start.split(separator: " ").dropFirst().first.map(String.init) ?? "" }

        init(_ event: JournalEvent) {
            let body = event.body
            connection = body["connection"]?.stringValue ?? ""
            session = body["session"]?.int64Value ?? 0
            start = body["start"]?.stringValue ?? ""
            json = body["body"] ?? .null
            at = event.at
            let bytes = Hex.decode(body["hex"]?.stringValue ?? "") ?? []
            text = String(decoding: bytes, as: UTF8.self)
            let head = bytes.indices.first { bytes[$0...].starts(with: [13, 10, 13, 10]) } ?? bytes.count
            items = TLV8(decoding: Array(bytes[min(head + 4, bytes.count)...]))
        }
    }

    let encounter: Encounter
    let observation: JSON
    /// What the tester sent before the step.
    let earlier: [LinkTap.Item]
    /// What the tester sent in the step and after it.
    let items: [LinkTap.Item]
    let earlierEvents: [JournalEvent]
    let events: [JournalEvent]
    /// How long the step took.
    let took: Duration

    init(_ encounter: Encounter, _ observation: JSON, since begun: (items: Int, event: UInt64, at: Moment)) {
        (self.encounter, self.observation) = (encounter, observation)
        earlier = Array(encounter.tap.items.prefix(begun.items))
        items = Array(encounter.tap.items.dropFirst(begun.items))
        // The tester reads the old value of what a step writes on another connection.
        let all = encounter.journal.events.filter {
            $0.kind == .wire && $0.body["connection"]?.stringValue != InstanceRunner.valuesName
        }
        earlierEvents = all.filter { $0.sequence < begun.event }
        events = all.filter { $0.sequence >= begun.event }
        took = begun.at.duration(to: encounter.context.clock.now)
    }

    /// Everything by which two steps can differ.
    var everything: String {
        let state = "\(encounter.records) \(encounter.database.raw)"
        return "\(observation) \(items) \(events.map(\.line)) \(took) \(state)"
    }

    /// The pieces in which bytes left, with their moments.
    var pieces: [(bytes: [UInt8], at: Moment)] {
        items.compactMap { item in
            if case .bytes(let bytes) = item.what { (bytes, item.at) } else { nil }
        }
    }

    /// The events of a kind that came from the accessory.
    func received(_ kind: String) -> [JSON] {
        events.map(\.body).filter { $0["direction"] == "in" && $0["kind"] == .string(kind) }
    }

    /// The requests of the step on a connection, with a path.
    func requests(_ path: String? = nil, on connection: String = "main") -> [Request] {
        events.filter { $0.body["kind"] == "request" }.map(Request.init).filter { request in
            request.connection == connection
                && (path == nil || request.target.split(separator: "?").first == path.map { $0[...] })
        }
    }

    /// The State of each request to a path.
    func states(_ path: String, on connection: String = "main") -> [UInt64] {
        requests(path, on: connection).compactMap { $0.items.integer(.state) }
    }

    /// The items of the request to a path that has this State.
    func message(_ state: UInt64, _ path: String) -> TLV8? {
        requests(path).map(\.items).first { $0.integer(.state) == state }
    }

    /// The codes of the errors that the accessory answered.
    var errors: [Int64] { received("response").compactMap { $0["error-code"]?.int64Value } }

    /// The first entry of the first write.
    var entry: JSON { requests("/characteristics").first?.json["characteristics"]?.arrayValue?.first ?? .null }
}
