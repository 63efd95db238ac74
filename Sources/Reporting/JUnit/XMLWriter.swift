import CXML2

/// Composes one XML document in memory with libxml2's writer.
///
/// That writer takes any character; clean text holds none that XML 1.0 forbids, so the document can always be read.
final class XMLWriter {
    private let buffer: xmlBufferPtr
    private var writer: xmlTextWriterPtr?
    private var hasFailed = false

    /// libxml2 sets itself up at its first use, which two threads must not do at once.
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

    /// Writes an element: its attributes, then its text, then whatever `content` writes.
    func element(
        _ name: String,
        _ attributes: KeyValuePairs<String, CleanText> = [:],
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
    /// - Throws: ``ReportError`` if anything could not be written, for want of memory.
    func finish() throws(ReportError) -> [UInt8] {
        check(xmlTextWriterEndDocument(writer))
        // The writer keeps a part of the document until it is freed.
        xmlFreeTextWriter(writer)
        writer = nil
        guard !hasFailed, let content = xmlBufferContent(buffer) else { throw Self.failure }
        return Array(UnsafeBufferPointer(start: content, count: Int(xmlBufferLength(buffer))))
    }

    private func check(_ result: Int32) {
        if result < 0 { hasFailed = true }
    }

    private static let failure = ReportError(.composition, "the XML report could not be composed: out of memory")
}
