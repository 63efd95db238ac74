package import HAPModel
package import Measurement

extension LatencySummary {
    /// The figures in nanoseconds: `p50`, and its interval `[low, high]`.
    package var json: JSONObject {
        var object: JSONObject = [
            "count": JSON(count), "min": JSON(least.wholeNanoseconds), "mean": JSON(mean.wholeNanoseconds),
            "outliers": JSON(outliers),
        ]
        for percentile in Percentile.allCases {
            let figure = self[percentile]
            object[percentile.rawValue] = JSON(figure.value.wholeNanoseconds)
            guard percentile != .max else { continue }
            object["\(percentile.rawValue)-interval"] = [
                RecordedSeries.json(figure.low), RecordedSeries.json(figure.high),
            ]
        }
        return object
    }

    /// The figures of ``json``.
    ///
    /// - Returns: `nil` if `json` does not have each percentile.
    package init?(json: JSON) {
        let time = RecordedSeries.time
        var figures: [Percentile: Figure] = [:]
        for percentile in Percentile.allCases {
            guard let value = time(json[percentile.rawValue]) else { return nil }
            let interval = json["\(percentile.rawValue)-interval"]
            figures[percentile] = Figure(value: value, low: time(interval?[0]), high: time(interval?[1]))
        }
        self.init(
            count: Int(clamping: json["count"]?.int64Value ?? 0),
            least: time(json["min"]) ?? .zero,
            mean: time(json["mean"]) ?? .zero,
            outliers: Int(clamping: json["outliers"]?.int64Value ?? 0),
            figures: figures
        )
    }
}
