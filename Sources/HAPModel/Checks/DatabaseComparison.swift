/// Compares the parts of two attribute databases that may not change; the order of members is ignored.
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
            for index in 0..<max(now.count, then.count) {
                let (here, there) = (index < now.count ? now[index] : nil, index < then.count ? then[index] : nil)
                compare(here, there, at: "\(place)[\(index)]")
            }
        case (let now?, let then?):
            if !now.means(then) { differences.append("\(place) changed: \(then.serialized()) to \(now.serialized())") }
        case (_?, nil): differences.append("\(place) was added")
        case (nil, _?): differences.append("\(place) is missing")
        }
    }
}
