/// Holm's correction of the probabilities of several tests: of many comparisons without any difference, some look like one.
package enum HolmCorrection {
    /// The step-down correction: with a limit of `a`, the probability of any false alarm is at most `a`.
    ///
    /// - Returns: the corrected probabilities, in the order of the given ones.
    package static func corrected(_ probabilities: [Double]) -> [Double] {
        let order = probabilities.indices.sorted { probabilities[$0] < probabilities[$1] }
        var corrected = probabilities
        var largest = 0.0
        for (place, index) in order.enumerated() {
            largest = max(largest, Double(probabilities.count - place) * probabilities[index])
            corrected[index] = min(1, largest)
        }
        return corrected
    }
}
