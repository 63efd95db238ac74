package import HAPModel
import Measurement

/// Budgets in records.
extension LatencyBudget {
    /// The limit is in nanoseconds. A budget without `severity` fails, or counts as the requirement of its case says.
    package var json: JSON {
        var object: JSONObject = ["percentile": .string(percentile.rawValue), "limit": JSON(limit.wholeNanoseconds)]
        if severity != .fail { object["severity"] = .string(severity.rawValue) }
        if let place { object["place"] = .string(place) }
        return .object(object)
    }

    /// The same with the name of the operation, where nothing around it says that.
    package var namedJSON: JSON { json.with("series", .string(series)) }

    /// Reads a limit of a record.
    ///
    /// - Parameter series: the operation, unless the limit names it.
    /// - Returns: `nil` if it is malformed.
    package init?(json: JSON, series: String? = nil) {
        guard let series = json["series"]?.stringValue ?? series,
            let percentile = json["percentile"]?.stringValue.flatMap(Percentile.init(rawValue:)),
            let limit = json["limit"]?.int64Value ?? json["limit"]?.stringValue.flatMap({ Int64($0) })
        else { return nil }
        self.init(
            series: series,
            percentile: percentile,
            limit: .nanoseconds(limit),
            severity: json["severity"]?.stringValue.flatMap(Severity.init(rawValue:)) ?? .fail,
            place: json["place"]?.stringValue
        )
    }
}
