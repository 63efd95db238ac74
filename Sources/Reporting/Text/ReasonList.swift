import SuiteLanguage

/// Names by the reason that they have in common: what is not run or cannot be judged is much, and its reasons are few.
struct ReasonList {
    private var names: [String: [String]] = [:]

    mutating func add(_ name: String, because reason: String?) {
        let reason = CleanText.line(reason ?? "no reason given", limit: 400)
        names[reason, default: []].append(CleanText.line(name, limit: 400))
    }

    /// How many names there are.
    var count: Int { names.values.reduce(0) { $0 + $1.count } }

    /// The reasons with how many names they have, the most frequent first, and below each the first of its names.
    ///
    /// - Parameters:
    ///   - limit: how many names a reason shows at most.
    ///   - elsewhere: where the others are told.
    func lines(namesPerReason limit: Int, elsewhere: String) -> [String] {
        let rows = names.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        let width = String(rows.first?.value.count ?? 0).count
        return rows.flatMap { reason, names in
            let count = String(names.count)
            let indent = String(repeating: " ", count: width + 4)
            let more =
                names.count > limit && limit > 0 ? ["\(indent)… and \(names.count - limit) more\(elsewhere)"] : []
            return ["  \(String(repeating: " ", count: width - count.count))\(count)  \(reason)"]
                + names.prefix(limit).map { indent + $0 } + more
        }
    }
}
