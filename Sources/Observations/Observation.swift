import HAPController
package import HAPModel

/// The observation of a step.
package enum Observation: Sendable {
    case exchange(ExchangeObservation)
    case entries(EntriesObservation)
    case database(DatabaseObservation)
    case pairing(PairingObservation)
    case events(EventsObservation)
    case repetition(RepetitionObservation)
    case advertisement(AdvertisementObservation)
    case records(RecordsObservation)
    case sizes(SizesObservation)
    case ownChanges(OwnChangesObservation)
    case measurement(MeasurementObservation)
    /// The tester did something without a response; in words.
    case done(String)
    /// The step could not be carried out.
    case notDone(NotDone)

    /// The observation for the journal and the judge.
    package var json: JSON {
        switch self {
        case .exchange(let observation): observation.json
        case .entries(let observation): observation.json
        case .database(let observation): observation.json
        case .pairing(let observation): observation.json
        case .events(let observation): observation.json
        case .repetition(let observation): observation.json
        case .advertisement(let observation): observation.json
        case .records(let observation): observation.json
        case .sizes(let observation): observation.json
        case .ownChanges(let observation): observation.json
        case .measurement(let observation): observation.json
        case .done(let text): ["kind": "exchange", "answered": false, "summary": .string(text)]
        case .notDone(let observation): observation.json
        }
    }

    /// The exchange of the observation; of a procedure, the last one.
    package var exchange: ExchangeObservation? {
        switch self {
        case .exchange(let observation): observation
        case .entries(let observation): observation.exchange
        case .database(let observation): observation.exchange
        case .pairing(let observation): observation.exchange
        case .events, .repetition, .advertisement, .records, .sizes, .ownChanges, .measurement, .done, .notDone: nil
        }
    }

    /// Why the step could not be carried out.
    package var notDone: NotDone? {
        if case .notDone(let observation) = self { observation } else { nil }
    }

    /// Whether the accessory had closed the connection, or closed it instead of answering.
    package var isClosed: Bool {
        [ExchangeFailure.closed, .reset].contains { $0.name == exchange?.failure }
    }

    /// Whether the step had no open connection.
    package var isNotOpen: Bool {
        notDone?.procedure != nil || exchange?.failure == ExchangeObservation.notOpen || exchange?.isAbandoned == true
    }
}

extension Observation {
    /// The observation of a step that could not be carried out.
    package static func notDone(_ reason: String) -> Observation { .notDone(NotDone(reason)) }
}
