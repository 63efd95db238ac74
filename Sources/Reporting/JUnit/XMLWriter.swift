import CXML2

/// Builds one XML document in memory with libxml2's writer.
///
/// The writer accepts any character. Clean text holds none that XML 1.0 forbids, so every reader can parse the
/// document.
final class XMLWriter {
    private let buffer: xmlBufferPtr
    private var writer: xmlTextWriterPtr?
    private var hasFailed = false

    /// The first use of libxml2 initializes it, which two threads must not do at once.
    private static let library: Void = xmlInitParser()

    init() throws(ReportError) {
        Self.library
        guard let buffer = xmlBufferCreate() else { throw Self.failure }
        guard let writer = xmlNewTextWriterMemory(buffer, 0) else {
            xmlBufferFree(buffer)
            throw Self.failure
        }
        self.buffer = buffer
        self.writer = writer
        check(xmlTextWriterSetIndent(writer, 1))
        check(xmlTextWriterSetIndentString(writer, "  "))
        check(xmlTextWriterStartDocument(writer, "1.0", "UTF-8", nil))
    }

    deinit {
        if let writer { xmlFreeTextWriter(writer) }
        xmlBufferFree(buffer)
    }

    /// Writes an element: its attributes, its text, then the output of `content`.
    func element(
        _ name: String,
        _ attributes: [(String, CleanText)] = [],
        text: CleanText = "",
        content: () -> Void = {}
    ) {
        check(xmlTextWriterStartElement(writer, name))
        for (key, value) in attributes { check(xmlTextWriterWriteAttribute(writer, key, value.string)) }
        if !text.isEmpty { check(xmlTextWriterWriteString(writer, text.string)) }
        content()
        check(xmlTextWriterEndElement(writer))
    }

    /// Ends the document.
    ///
    /// - Returns: its bytes in UTF-8.
    /// - Throws: ``ReportError`` if there is not enough memory.
    func finish() throws(ReportError) -> [UInt8] {
        check(xmlTextWriterEndDocument(writer))
        // The writer flushes the rest of the document when it is freed.
        xmlFreeTextWriter(writer)
        writer = nil
        guard !hasFailed, let content = xmlBufferContent(buffer) else { throw Self.failure }
        return Array(UnsafeBufferPointer(start: content, count: Int(xmlBufferLength(buffer))))
    }

    private func check(_ result: Int32) {
        if result < 0 { hasFailed = true }
    }

    private static let failure = ReportError(.composition, "the XML report could not be built: out of memory")
}
