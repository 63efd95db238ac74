import HAPController
import HAPModel
import HTTPWire
import Links
import Measurement
import Observations
import RunRecord
import Synchronization

/// Writes what goes over the wire into the journal, under the instance that is being carried out.
final class JournalObserver: WireObserver {
    private struct State {
        var instance: String?
        var isTampered = false
        /// What is asked on each connection that is open.
        var connections: [String: Asked] = [:]
        /// What the accessory has declared, for what it sends later.
        var database = AttributeDatabase(.null)
    }

    /// What was asked on a connection and is not answered.
    private struct Asked {
        var requests: [WireBody.Request] = []
    }

    private let journal: Journal
    private let state = Mutex(State())

    init(journal: Journal) {
        self.journal = journal
    }

    /// From now on what happens belongs to this instance; `nil` is the run itself.
    func attribute(to name: String?) {
        state.withLock { state in
            state.instance = name
            state.isTampered = false
        }
    }

    /// From now on requests are, or are not, deliberately wrong.
    func note(tampered: Bool) {
        state.withLock { $0.isTampered = tampered }
    }

    /// What the accessory declares.
    func note(database: AttributeDatabase) {
        state.withLock { $0.database = database }
    }

    /// Bytes follow that hold these requests; without any it is not known what they hold.
    func expect(answersTo requests: [HTTPRequest], on connection: String, at moment: Moment) {
        state.withLock { state in
            let isCrowded = state.connections.count > Self.capacity
            state.connections[connection]?.requests = requests.map { request in
                var asked = WireBody.Request(method: request.method, target: request.target, body: request.body)
                (asked.sentAt, asked.isCrowded) = (moment, isCrowded)
                return asked
            }
        }
    }

    /// Connections that an accessory has to serve at a time.
    private static let capacity = 8

    func record(_ event: WireEvent) -> UInt64 {
        let (instance, body) = state.withLock { state in
            let request = Self.answered(by: event, in: &state)
            let body = WireBody(
                event,
                answering: request,
                isTampered: state.isTampered,
                database: state.database
            )
            return (state.instance, body)
        }
        return journal.record(.wire, instance: instance, at: event.at, body.json)
    }

    /// Writes a datagram of the search for the accessory.
    func record(_ exchanged: ServiceFinder.Exchanged) -> UInt64 {
        journal.record(
            .wire,
            instance: state.withLock { $0.instance },
            at: exchanged.at,
            DatagramBody(exchanged).json
        )
    }

    /// Keeps account of what was asked, and finds the request that an event ends.
    private static func answered(by event: WireEvent, in state: inout State) -> WireBody.Request? {
        let name = event.connection
        let isCrowded = state.connections.count > capacity
        switch event.content {
        case .opened: state.connections[name] = Asked()
        case .request(let request):
            var asked = WireBody.Request(method: request.method, target: request.target, body: request.body)
            (asked.sentAt, asked.isCrowded) = (event.at, isCrowded)
            state.connections[name, default: Asked()].requests.append(asked)
        case .response(let message):
            guard !message.isInterim, state.connections[name]?.requests.isEmpty == false else { return nil }
            var request = state.connections[name]?.requests.removeFirst()
            if isCrowded { request?.isCrowded = true }
            return request
        case .failure:
            guard var request = state.connections[name]?.requests.first else { return nil }
            // Its answer may come yet, but what became of it is told once.
            state.connections[name]?.requests[0].sentAt = nil
            if isCrowded { request.isCrowded = true }
            return request
        case .closed:
            var request = state.connections.removeValue(forKey: name)?.requests.first
            if isCrowded { request?.isCrowded = true }
            return event.direction == .in ? request : nil
        case .secured, .bytes, .frame, .event: return nil
        }
        return nil
    }
}
