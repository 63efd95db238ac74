import HAPModel
import MarkedYAML

/// Checks what an entry of `Suites/defects` or `Suites/twins` says about its accessory.
///
/// A characteristic that does not exist, or a condition that its point never meets, would leave the accessory conformant.
struct DefectCheck {
    /// The accessory that shows the entry; `nil` if it is not known here.
    let accessory: AccessoryDefinition?

    /// - Parameters:
    ///   - entry: the whole entry.
    ///   - changes: its changes.
    ///   - condition: when they act.
    /// - Throws: ``YAMLProblem`` at the first part that has no effect.
    func check(
        _ entry: YAMLMapping,
        _ changes: [DefectChange],
        _ condition: DefectCondition
    ) throws(YAMLProblem) {
        for condition in try entry["when"]?.mapping().entries ?? [] {
            if condition.key == "characteristic" { try checkCharacteristic(condition.value) }
            try checkEffect(condition, changes)
        }
        if let node = entry["when"] { try checkTogether(condition, at: node) }
        for patch in entry["database"]?.listOrOne ?? [] { try checkPatch(try patch.mapping()) }
        for answer in entry["answer"]?.listOrOne ?? [] { try checkAnswer(try answer.mapping()) }
    }

    // MARK: Conditions

    /// Checks that each change can meet the condition, and that one of them depends on it.
    private func checkEffect(_ condition: YAMLNode.Entry, _ changes: [DefectChange]) throws(YAMLProblem) {
        // Every point is passed over a transport.
        if condition.key == "over" { return }
        if ["nth", "from", "every"].contains(condition.key) {
            guard let first = changes.first, !changes.contains(where: { $0.counts(condition.key) }) else { return }
            throw YAMLProblem(
                condition.keyMark,
                "`\(condition.key)` has no effect on \(first.place), whose passes are not counted; remove it"
            )
        }
        try checkOperation(condition, changes)
        // A restart is not a request.
        if condition.key == "after", condition.value.text == "restart" { return }
        let isOfCharacteristic = ["characteristic", "accessory", "format"].contains(condition.key)
        let needed: PointPlace = isOfCharacteristic ? .characteristic : .request
        guard let change = changes.first(where: { $0.pointPlace < needed }) else { return }
        throw YAMLProblem(
            condition.keyMark,
            "`\(condition.key)` has no effect on \(change.place), which is passed without "
                + (needed == .request ? "a request" : "a characteristic") + "; remove it"
        )
    }

    /// Checks that the operations which pass the point of each change can meet the condition.
    private func checkOperation(_ condition: YAMLNode.Entry, _ changes: [DefectChange]) throws(YAMLProblem) {
        for change in changes {
            let why: String
            switch condition.key {
            case "entry" where !change.isOfEntry: why = "which is not passed for an entry of a request"
            case "value" where !change.isOfWrittenValue: why = "which is passed without a written value"
            case "message":
                guard case .operation(let operation) = try condition.value.requestName(),
                    let operations = change.operations, !operations.contains(operation)
                else { continue }
                why = "which only \(operations.map(\.rawValue).sorted().joined(separator: " and ")) passes"
            default: continue
            }
            throw YAMLProblem(
                condition.keyMark,
                "`\(condition.key)` is never met at \(change.place), \(why); remove it"
            )
        }
    }

    private func checkCharacteristic(_ node: YAMLNode) throws(YAMLProblem) {
        let name = try node.string()
        let known = accessory?.characteristics ?? []
        guard !known.isEmpty, !known.contains(where: { $0.isNamed(name) }) else { return }
        throw unknown("characteristic", name, among: known.map(\.name), at: node)
    }

    /// Checks that the conditions do not exclude each other.
    private func checkTogether(_ condition: DefectCondition, at node: YAMLNode) throws(YAMLProblem) {
        if condition.controller == .unverified, condition.occasions.contains(where: \.isOfSession) {
            throw YAMLProblem(
                node.mark,
                "`session` is never met together with `controller: unverified`, which has no session; remove one of them"
            )
        }
        guard let accessory else { return }
        let isMet = accessory.characteristics.contains { characteristic in
            condition.characteristic.map(characteristic.isNamed) ?? true
                && condition.occasions.allSatisfy { $0.occurs(at: characteristic) }
        }
        guard !isMet else { return }
        throw YAMLProblem(
            node.mark,
            "no characteristic of the simulated \(accessory.name) meets these conditions together; change or remove one"
        )
    }

    // MARK: Places of the database

    private func checkPatch(_ patch: YAMLMapping) throws(YAMLProblem) {
        guard let place = try patch["at"]?.mapping() else {
            let action = try patch.required("do")
            let word = action.text ?? action.entries?.first?.key ?? ""
            guard ["remove", "copies", "copy"].contains(word) else { return }
            throw YAMLProblem(
                action.mark,
                "`\(word)` has no effect on the whole database; name an accessory, a service or a characteristic with `at`"
            )
        }
        guard let accessory else { return }
        let aid = try place["accessory"]?.instanceID()
        let objects = accessory.objects.filter { aid == nil || $0.aid == aid }
        if let node = place["accessory"], objects.isEmpty {
            throw unknown("accessory", try node.string(), among: accessory.objects.map { "\($0.aid)" }, at: node)
        }
        var services = objects.flatMap(\.services)
        if let node = place["service"] {
            let name = try node.string()
            let names = services.map(\.name)
            services = services.filter { $0.isNamed(name) }
            if services.isEmpty { throw unknown("service", name, among: names, at: node) }
        }
        if let node = place["characteristic"] {
            let name = try node.string()
            let known = services.flatMap(\.characteristics)
            guard known.contains(where: { $0.isNamed(name) }) else {
                throw unknown("characteristic", name, among: known.map(\.name), at: node)
            }
        }
    }

    private func unknown(_ what: String, _ name: String, among known: [String], at node: YAMLNode) -> YAMLProblem {
        let owner = accessory.map { " of the simulated \($0.name)" } ?? ""
        return YAMLProblem(node.mark, "unknown \(what) `\(name)`\(owner)\(NearNames(known).hint(for: name))")
    }

    // MARK: Answers

    /// A response that is replaced by the end of the connection has no content.
    private func checkAnswer(_ answer: YAMLMapping) throws(YAMLProblem) {
        guard answer["closes"]?.text == AnswerClosing.instead.rawValue else { return }
        let content = ["status", "reason", "body", "content-type"]
        guard let stray = answer.entries.first(where: { content.contains($0.key) }) else { return }
        throw YAMLProblem(
            stray.keyMark,
            "`\(stray.key)` has no effect with `closes: instead`, because no response is sent; remove it"
        )
    }
}
