import CXML2
import Foundation
import Testing

/// A schema of `Fixtures/` for the validation of reports.
@safe final class XMLSchema {
    private let pointer: xmlSchemaPtr

    init?(fixture: String) {
        let path = Fixtures.path(fixture)
        guard let parser = unsafe xmlSchemaNewParserCtxt(path) else { return nil }
        defer { unsafe xmlSchemaFreeParserCtxt(parser) }
        guard let schema = unsafe xmlSchemaParse(parser) else { return nil }
        unsafe pointer = schema
    }

    deinit {
        unsafe xmlSchemaFree(pointer)
    }

    private final class Messages {
        var all: [String] = []
    }

    /// The errors of the document; empty if it is valid.
    func problems(_ bytes: [UInt8]) -> [String] {
        guard let document = XMLDocument(bytes) else { return ["not well-formed"] }
        guard let context = unsafe xmlSchemaNewValidCtxt(pointer) else { return ["no memory"] }
        defer { unsafe xmlSchemaFreeValidCtxt(context) }
        let messages = Messages()
        let target = unsafe Unmanaged.passUnretained(messages).toOpaque()
        unsafe xmlSchemaSetValidStructuredErrors(
            context,
            { target, error in
                guard let target = unsafe target, let message = unsafe error?.pointee.message else { return }
                let line = unsafe error?.pointee.line ?? 0
                unsafe Unmanaged<Messages>.fromOpaque(target).takeUnretainedValue().all
                    .append("\(line): \(String(cString: message))")
            },
            target
        )
        let result = unsafe xmlSchemaValidateDoc(context, document.pointer)
        withExtendedLifetime(messages) {}
        return result == 0 ? [] : messages.all + ["invalid (\(result))"]
    }
}

/// Both schemas together, with the errors of each.
struct StrictSchemas {
    private let schemas: [(String, XMLSchema)]

    init() throws {
        schemas = try ["ant.xsd", "junit-10.xsd"].map { ($0, try #require(XMLSchema(fixture: $0))) }
    }

    func problems(_ bytes: [UInt8]) -> [String] {
        schemas.flatMap { name, schema in schema.problems(bytes).map { "\(name): \($0)" } }
    }
}
