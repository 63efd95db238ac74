import CoAP
import HAPPairing
import HAPSession

/// The points of the controller's procedures, as the vocabulary for checking suites.
///
/// The vocabulary has them as data, so that a journal of an old run is read with its own points.
struct PointVocabulary {
    static let path = "Suites/vocabulary/points.yaml"

    var text: String {
        let about = """
            # Where alterations change something, by the procedure that passes the point. The list is printed from the procedures
            # themselves by `ASSAY_WRITE_DOCUMENTATION=1 .dev/test --filter DocumentationTests`.
            points:

            """
        return about
            + (pairing + frames + messages).map { "- {point: \($0), of: \($1), meaning: \"\(quoted($2))\"}\n" }.joined()
    }

    private typealias Line = (name: String, procedure: String, meaning: String)

    private var pairing: [Line] {
        PairingProcedure.allCases.flatMap { procedure in
            let points = PairingPoint.all.filter { $0.procedure == procedure }
            let others = PairingPoint.aliases(of: procedure).sorted { $0.key < $1.key }
            return points.map { ($0.name, procedure.rawValue, $0.meaning) }
                + others.map { ($0.key, procedure.rawValue, "the same as \($0.value)") }
        }
    }

    private var frames: [Line] { FramePoint.all.map { ($0.name, "frame", $0.meaning) } }

    /// The points of messages over Thread.
    private var messages: [Line] {
        CoAPPoint.allCases.map { ($0.name, "coap", $0.meaning) }
            + PDUPoint.allCases.map { ($0.name, "coap", $0.meaning) }
            + FramePoint.all.filter { $0 != .length }.map { ($0.name, "coap", "the same of a sealed message") }
    }

    private func quoted(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
