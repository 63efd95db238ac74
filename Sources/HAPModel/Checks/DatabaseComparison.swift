/// Compares the parts of two attribute databases that may not change. The order of members, and that of accessories, services,
/// characteristics, permissions, linked services and valid values, means nothing: no requirement sets it.
package struct DatabaseComparison: Sendable {
    /// The changed places and their changes.
    package private(set) var differences: [String] = []

    /// How many differences are listed.
    private static let limit = 10

    package init(_ now: JSON, then: JSON) {
        compare(AttributeDatabase(now).structure, AttributeDatabase(then).structure, at: "")
    }

    private mutating func compare(_ now: JSON?, _ then: JSON?, at place: String) {
        guard differences.count < Self.limit else { return }
        switch (now, then) {
        case (nil, nil): return
        case (.object(let now)?, .object(let then)?):
            // Compared by key, because an accessory may send very many members.
            let (here, there) = (now.firstMembers, then.firstMembers)
            for key in Set(here.keys).union(there.keys).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                let name = String(decoding: key, as: UTF8.self)
                compare(here[key], there[key], at: place.isEmpty ? name : "\(place).\(name)")
            }
        case (.array(let now)?, .array(let then)?):
            if let here = Self.byID(now), let there = Self.byID(then) {
                for id in Set(here.keys).union(there.keys).sorted() {
                    compare(here[id], there[id], at: "\(place)[\(id)]")
                }
                return
            }
            let isSet = Self.sets.contains { place.hasSuffix(".\($0)") }
            let (here, there) = isSet ? (Self.ordered(now), Self.ordered(then)) : (now, then)
            for index in 0..<max(here.count, there.count) {
                let (one, other) = (index < here.count ? here[index] : nil, index < there.count ? there[index] : nil)
                compare(one, other, at: "\(place)[\(index)]")
            }
        case (let now?, let then?):
            if !now.means(then) { differences.append("\(place) changed: \(then.serialized()) to \(now.serialized())") }
        case (_?, nil): differences.append("\(place) was added")
        case (nil, _?): differences.append("\(place) is missing")
        }
    }

    /// The elements by their names, as in `aid 1` or `iid 9`; `nil` if one of them has none, or two have the same.
    private static func byID(_ elements: [JSON]) -> [String: JSON]? {
        var found: [String: JSON] = [:]
        for element in elements {
            let key = element["aid"] == nil ? "iid" : "aid"
            guard let id = element[key]?.uint64Value, found.updateValue(element, forKey: "\(key) \(id)") == nil else {
                return nil
            }
        }
        return found.isEmpty ? nil : found
    }

    /// The lists that are sets.
    private static let sets = ["perms", "linked", "valid-values"]

    private static func ordered(_ elements: [JSON]) -> [JSON] {
        elements.sorted { $0.serialized() < $1.serialized() }
    }
}
