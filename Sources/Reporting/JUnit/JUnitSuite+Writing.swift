extension JUnitSuite {
    /// A document with all suites, in UTF-8.
    static func document(_ suites: [JUnitSuite], _ flavour: JUnitFlavour = .strict) throws(ReportError) -> [UInt8] {
        let writer = try XMLWriter()
        writer.element("testsuites") {
            for (index, suite) in suites.enumerated() { suite.write(to: writer, id: index, flavour) }
        }
        return try writer.finish()
    }

    /// A document with this suite alone, in the flavour of Surefire.
    func surefireDocument() throws(ReportError) -> [UInt8] {
        let writer = try XMLWriter()
        write(to: writer, id: 0, .surefire)
        return try writer.finish()
    }

    private func write(to writer: XMLWriter, id: Int, _ flavour: JUnitFlavour) {
        let counts: [(String, CleanText)] = [
            ("tests", "\(cases.count)"), ("failures", "\(failures)"), ("errors", "\(errors)"),
            ("skipped", "\(skipped)"),
            ("time", CleanText(Figures.seconds(milliseconds: milliseconds))),
        ]
        let place: [(String, CleanText)] = [
            ("package", ""), ("id", "\(id)"), ("timestamp", timestamp), ("hostname", "localhost"),
        ]
        writer.element("testsuite", [("name", name)] + (flavour == .surefire ? [] : place) + counts) {
            writer.write(properties)
            for item in cases { item.write(to: writer, flavour) }
            if flavour != .surefire {
                writer.element("system-out", text: systemOut)
                writer.element("system-err")
            }
        }
    }
}

extension JUnitSuite.Case {
    fileprivate func write(to writer: XMLWriter, _ flavour: JUnitFlavour) {
        var attributes: [(String, CleanText)] = [
            ("classname", className), ("name", name), ("time", CleanText(Figures.seconds(milliseconds: milliseconds))),
        ]
        let details = flavour == .rich ? details : nil
        if let place = details?.place { attributes += [("file", place.file), ("line", "\(place.line)")] }
        if let details { attributes.append(("timestamp", details.timestamp)) }
        writer.element("testcase", attributes) {
            if let details { writer.write(details.properties) }
            writeResult(to: writer)
            if let details, !details.systemOut.isEmpty { writer.element("system-out", text: details.systemOut) }
        }
    }

    private func writeResult(to writer: XMLWriter) {
        switch result {
        case .passed: break
        case .failure(let type, let message, let text):
            writer.element("failure", [("type", type), ("message", message)], text: text)
        case .error(let type, let message, let text):
            writer.element("error", [("type", type), ("message", message)], text: text)
        case .skipped(let reason):
            writer.element("skipped", [("message", reason)], text: reason)
        }
    }
}

extension XMLWriter {
    /// Writes the element `properties`.
    fileprivate func write(_ properties: JUnitSuite.Properties) {
        element("properties") {
            for property in properties { element("property", [("name", property.name), ("value", property.value)]) }
        }
    }
}
