package import HAPModel

/// Tells the accessory, at each of its points, whether a defect acts there now.
package struct Switchboard: Sendable {
    private struct Line: Sendable {
        var change: DefectChange
        var condition: DefectCondition
        var passes = 0
    }

    private var lines: [Line] = []
    private var places: [String: [Int]] = [:]
    /// Whether the accessory was turned off and on.
    var hasRestarted = false

    /// An accessory without defects.
    package init() {}

    package init(_ defects: [any AlteredConduct]) {
        for defect in defects {
            for change in defect.changes {
                places[change.place, default: []].append(lines.count)
                lines.append(Line(change: change, condition: defect.condition))
            }
        }
    }

    /// Whether the accessory has no defects.
    package var isConformant: Bool { lines.isEmpty }

    /// The changes that act at this pass of the place.
    ///
    /// - Parameter place: not evaluated in a conformant accessory, which passes dozens of places for each request.
    mutating func changes(at place: @autoclosure () -> String, _ context: PointContext) -> [DefectChange] {
        guard !isConformant, let indices = places[place()] else { return [] }
        var changes: [DefectChange] = []
        for index in indices where fits(context, lines[index].condition) {
            lines[index].passes += 1
            let (pass, condition) = (lines[index].passes, lines[index].condition)
            let isCounted = if case .constant = lines[index].change { false } else { true }
            if isCounted {
                if let nth = condition.nth, nth != pass { continue }
                if let from = condition.from, pass < from { continue }
                if let every = condition.every, !pass.isMultiple(of: every) { continue }
            }
            changes.append(lines[index].change)
        }
        return changes
    }

    private func fits(_ context: PointContext, _ condition: DefectCondition) -> Bool {
        var context = context
        context.hasRestarted = hasRestarted
        return context.fits(condition)
    }

    /// The changes of a place with a state: a constant, a memory, a rule.
    ///
    /// - Parameters:
    ///   - place: as in ``changes(at:_:)``.
    ///   - context: not evaluated in a conformant accessory.
    func standing(at place: @autoclosure () -> String, _ context: @autoclosure () -> PointContext) -> [DefectChange] {
        guard !isConformant, let indices = places[place()] else { return [] }
        let context = context()
        return indices.compactMap { fits(context, lines[$0].condition) ? lines[$0].change : nil }
    }

    /// The departures of the pairing machines and secure frames, in their own form.
    package func departures(_ context: PointContext) -> Departures {
        var departures = Departures()
        for line in lines where fits(context, line.condition) {
            switch line.change {
            case .check(let name, let departure): departures.guards[name] = departure
            case .effect(let name, let departure): departures.effects[name] = departure
            case .constant(let name, let value): departures.constants[name] = value
            case .alteration(let name, let action):
                departures.alterations.append(Alteration(point: name, nth: line.condition.nth, action: action))
            default: break
            }
        }
        return departures
    }
}

/// The circumstances when a point is passed.
package struct PointContext: Sendable {
    /// The current request.
    package var request: AccessoryRequest?
    package var controller: ControllerRole?
    package var characteristic: CharacteristicDefinition?
    /// The unusual traits of the request.
    package var traits: Set<RequestTrait>
    /// What happened until the request; `nil` at points that belong to no request.
    var circumstances: Circumstances?
    /// The standing of the session; `nil` without a session.
    var standing: SessionStanding?
    /// The name of the transport: that of the connection, or of the advertisement.
    var transport: String?
    /// Whether the accessory was turned off and on.
    var hasRestarted = false

    package init(
        request: AccessoryRequest? = nil,
        controller: ControllerRole? = nil,
        characteristic: CharacteristicDefinition? = nil,
        traits: Set<RequestTrait> = []
    ) {
        self.request = request
        self.controller = controller
        self.characteristic = characteristic
        self.traits = traits
    }

    func fits(_ condition: DefectCondition) -> Bool {
        if let message = condition.message, request.map(message.names) != true { return false }
        if let controller = condition.controller, controller != self.controller { return false }
        if let trait = condition.trait, !traits.contains(trait) { return false }
        if let characteristic = condition.characteristic {
            guard self.characteristic?.isNamed(characteristic) == true else { return false }
        }
        return condition.occasions.allSatisfy { $0.includes(self) }
    }
}

extension DefectChange {
    /// The kind and the name of the point at which the change acts.
    var place: String {
        switch self {
        case .check(let name, _): "guard \(name)"
        case .effect(let name, _): "effect \(name)"
        case .alteration(let name, _), .json(let name, _): "message \(name)"
        case .database: "database"
        case .constant(let name, _): "constant \(name)"
        case .memory(let name, _): "memory \(name)"
        case .behaviour(let name, _): "behaviour \(name)"
        case .link(let name, _), .delay(let name, _): "link \(name)"
        case .answer(let change): "answer \(change.request?.name ?? "any")"
        case .code(let hook): "code \(hook.rawValue)"
        }
    }
}
