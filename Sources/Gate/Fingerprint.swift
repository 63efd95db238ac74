import HAPModel
package import Judge
import RunRecord

/// Identifies a failure over runs, seeds and times.
///
/// It is made from the instance's name, and from each violated mandatory requirement with the manner of the violation;
/// for a verdict with warnings only, from the violated recommendations.
/// Values, texts, times and positions of steps are not part of it. So the same fault has the same fingerprint in each
/// run, and a different fault of the same instance has another one.
package struct Fingerprint: Sendable, Hashable {
    /// 16 hexadecimal digits.
    package let text: String

    /// The fingerprint of a verdict with a failure or a warning.
    package init(_ verdict: Verdict) {
        let isFailure = verdict.findings.contains { $0.severity == .failed }
        let faults = verdict.findings.filter { ($0.severity == .failed) == isFailure }.map {
            "\($0.requirement) \($0.manner)"
        }
        let lines = [verdict.instance] + Set(faults).sorted()
        text = String(ContentDigest.text(Array(lines.joined(separator: "\n").utf8)).prefix(Self.length))
    }

    /// - Returns: `nil` unless the text has 16 hexadecimal digits.
    package init?(text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
            return nil
        }
        self.text = text.lowercased()
    }

    private static let length = 16
}
