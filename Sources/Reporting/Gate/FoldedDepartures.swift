import Gate

/// Departures from a baseline that differ in the name of the instance only, such as the cases that are skipped for one
/// reason.
struct FoldedDepartures {
    /// The first departure of the group.
    var first: Departure
    /// The names of the other instances.
    var others: [String] = []

    /// The departures in groups, in the order of the first of each. Only skipped instances are folded: of a failure that
    /// is new or gone, each name counts.
    static func groups(_ departures: [Departure]) -> [FoldedDepartures] {
        var groups: [FoldedDepartures] = []
        for departure in departures {
            let place = groups.firstIndex { departure.kind == .newlySkipped && $0.rest == rest(departure) }
            if let place {
                groups[place].others.append(departure.instance)
            } else {
                groups.append(FoldedDepartures(first: departure))
            }
        }
        return groups
    }

    private var rest: Substring { Self.rest(first) }

    /// The text after the name.
    private static func rest(_ departure: Departure) -> Substring {
        departure.text.hasPrefix(departure.instance)
            ? departure.text.dropFirst(departure.instance.count) : departure.text[...]
    }

    /// `read.one is skipped, and the baseline does not list it as skipped: … (and 3 more like it: read.two, …)`
    var text: CleanText {
        CleanText(first.text, limit: 1024).followed(by: others)
    }
}
