import Foundation
import Testing

@Suite("The transport seam")
struct TransportSeamTests {
    /// Everything above the bindings that is written once for all transports.
    private static let neutral = [
        "Latency", "SuiteLanguage", "Profiles", "RunRecord", "Judge", "Gate", "History", "Observations", "Runner",
        "Reporting",
        "SelfTest",
        "assay",
    ]
    /// The folders of the bindings: one transport each.
    private static let bindings = [
        "HAPController/Discovery", "HAPController/IP", "HAPAccessory/IP", "HAPController/Thread", "HAPAccessory/Thread",
    ]
    /// Protocols below HAP that only bindings speak.
    private static let protocols: Set<String> = ["HTTPWire", "DNSWire", "CoAP"]

    /// AssayKit sets runs up, so it names the transport that it chooses, but it does not speak its protocol either.
    @Test("Nothing above the bindings imports a transport's protocol", arguments: neutral + ["AssayKit"])
    func imports(layer: String) throws {
        for file in try Checkout.sources(of: layer) {
            let found = try ImportScan.modules(inFile: file).intersection(Self.protocols)
            #expect(found.isEmpty, "\(file.lastPathComponent) imports \(found.sorted())")
        }
    }

    @Test("Nothing above the bindings names a type of a binding", arguments: neutral)
    func types(layer: String) throws {
        let types = try Set(Self.bindings.flatMap(Checkout.sources).flatMap(TypeScan.declared))
        #expect(types.isSuperset(of: ["IPConnection", "IPTransport", "HTTPExchange", "ServiceFinder", "IPAccessory"]))
        #expect(types.isSuperset(of: ["ThreadConnection", "ThreadTransport", "ThreadMessage", "ThreadAccessory"]))
        for file in try Checkout.sources(of: layer) {
            let found = try TypeScan.words(inFile: file).intersection(types)
            #expect(found.isEmpty, "\(file.lastPathComponent) names \(found.sorted())")
        }
    }

    @Test("The scan finds declared types and used words, and ignores comments and texts")
    func scan() {
        let source = """
            package struct Frame: Sendable { enum Kind { case a } }
            // IPConnection
            /// HTTPExchange
            let text = "IPTransport"
            final class Door {}
            """
        #expect(TypeScan.declared(in: source) == ["Frame", "Door"])
        #expect(TypeScan.words(in: source).isDisjoint(with: ["IPConnection", "HTTPExchange", "IPTransport"]))
        #expect(TypeScan.words(in: "let a: IPConnection = b").contains("IPConnection"))
    }
}

/// The types that a Swift source declares at its top level, and the words that its code uses.
private enum TypeScan {
    static func declared(inFile file: URL) throws -> [String] {
        declared(in: try String(contentsOf: file, encoding: .utf8))
    }

    static func declared(in source: String) -> [String] {
        let line =
            #/
            ^ (?: (?: public | package | internal | private | fileprivate | final ) \s+ )*
            (?: struct | class | enum | protocol | actor ) \s+ (\w+)
            /#.anchorsMatchLineEndings()
        return source.matches(of: line).map { String($0.1) }
    }

    static func words(inFile file: URL) throws -> Set<String> {
        words(in: try String(contentsOf: file, encoding: .utf8))
    }

    static func words(in source: String) -> Set<String> {
        let code = source.replacing(#/"(?:[^"\\\n]|\\.)*"/#, with: "").replacing(#/\/\/[^\n]*/#, with: "")
        return Set(code.matches(of: #/\b[A-Z]\w*/#).map { String($0.0) })
    }
}
