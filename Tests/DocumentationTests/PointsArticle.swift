import HAPAccessory

/// The article with every point at which a simulated accessory can have a defect.
struct PointsArticle {
    static let name = "SimulatorPoints.md"

    var text: String {
        """
        # The points of the simulator

        Every named place at which a simulated accessory can be made to do something wrong.

        ## Overview

        This page is generated from `AccessoryPoint.all`, against which the loader checks defects; a test compares it with the
        code. <doc:Simulator> explains how to write a defect. Cases use the same points for pairing messages and frames; in a
        case, the name may omit the procedure.

        \(AccessoryPoint.Kind.allCases.map(section).joined(separator: "\n"))
        """
    }

    private func section(_ kind: AccessoryPoint.Kind) -> String {
        let points = AccessoryPoint.all.filter { $0.kind == kind }
        guard !points.isEmpty else { return "" }
        let hasWords = points.contains { !$0.words.isEmpty }
        let rows = points.map { point in
            [Markdown.code(point.name), point.meaning]
                + (hasWords ? [point.words.map(Markdown.code).joined(separator: ", ")] : [])
        }
        return """
            ## \(title(kind))

            \(meaning(kind))

            \(Markdown.table(["Point", "Correct behaviour"] + (hasWords ? ["Words"] : []), rows))
            """
    }

    private func title(_ kind: AccessoryPoint.Kind) -> String {
        switch kind {
        case .guarded: "Guards"
        case .effect: "Effects"
        case .message: "Messages"
        case .derivation: "Derivations"
        case .constant: "Constants"
        case .memory: "Memory"
        case .behaviour: "Behaviour"
        case .link: "Links"
        case .code: "Code"
        }
    }

    private func meaning(_ kind: AccessoryPoint.Kind) -> String {
        switch kind {
        case .guarded:
            "`guard: {check: point, do: skip}`. A check that the accessory makes, and what its refusal answers."
        case .effect: "`effect: {of: point, do: omit}`. A consequence of what the accessory accepted."
        case .message: "`message: {point: point, do: drop}`. A message that it sends, or a field of one."
        case .derivation:
            "`derivation: {point: point, do: random}`. What keys, nonces, signatures and proofs are made of. A point with "
                + "words takes one of them as text, or a list of them as an order."
        case .constant: "`constant: {name: point, value: 5}`. A limit, an interval or a size, with its right value."
        case .memory: "`memory: {of: point, lasts: word}`. Something that it remembers; the first word is right."
        case .behaviour:
            "`behaviour: {rule: point, is: word}`. A rule that has other readings; the first word is right."
        case .link: "`link: {at: point, do: hang}`. A moment at which the link itself goes wrong."
        case .code: "`code: {hook: point}`. What data cannot express: here it says what is wrong, not what is right."
        }
    }
}
