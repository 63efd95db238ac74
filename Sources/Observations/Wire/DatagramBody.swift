import DNSWire
package import HAPController
package import HAPModel
import Links

/// A datagram of the search for the accessory, as it stands in the journal.
package struct DatagramBody {
    private let exchanged: ServiceFinder.Exchanged

    package init(_ exchanged: ServiceFinder.Exchanged) {
        self.exchanged = exchanged
    }

    /// The event's body.
    package var json: JSON {
        let message = (exchanged.decoded ?? DNSMessage.decoding(exchanged.bytes))?.message
        var object = JSONObject([
            "kind": "datagram", "connection": "mdns", "direction": exchanged.isSent ? "out" : "in",
            "peer": .string(exchanged.peer.description), "hex": .string(Hex.encode(exchanged.bytes)),
            "summary": .string(message.map(Self.text) ?? "a datagram that is no DNS message"),
        ])
        let deviations = exchanged.decoded?.deviations ?? []
        if !deviations.isEmpty { object["deviations"] = .array(deviations.map { .string($0.description) }) }
        return .object(object)
    }

    /// What is asked, or what is told, in a few words.
    private static func text(_ message: DNSMessage) -> String {
        let questions = message.questions.map { "\($0.name)?" }
        let records = message.records.map { record in
            switch record.content {
            case .ptr(let name): "\(record.name) is \(name)"
            case .srv(let place): "\(record.name) at \(place.target) port \(place.port)"
            case .txt(let strings):
                "TXT " + strings.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
            case .a(let address): "\(record.name) has " + address.map { "\($0)" }.joined(separator: ".")
            case .aaaa, .other: "\(record.name) type \(record.type.rawValue)"
            }
        }
        let parts = message.isResponse ? records : questions
        return parts.isEmpty ? "an empty DNS message" : Excerpt.texts(parts, limit: 8).joined(separator: "; ")
    }
}
