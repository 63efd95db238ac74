/// One `testsuite` of a JUnit report: a section of the suites.
struct JUnitSuite {
    /// One `testcase`: an instance.
    struct Case {
        enum Result {
            case passed
            case failure(type: CleanText, message: CleanText, text: CleanText)
            case error(type: CleanText, message: CleanText, text: CleanText)
            case skipped(reason: CleanText)
        }

        var className: CleanText
        var name: CleanText
        var milliseconds: Int64
        var result: Result
    }

    var name: CleanText
    /// Wall time without a zone: `2025-01-31T12:00:00`.
    var timestamp: CleanText
    var properties: [(name: CleanText, value: CleanText)] = []
    private(set) var cases: [Case] = []
    var systemOut: CleanText = ""
    private var names: Set<CleanText> = []

    init(name: CleanText, timestamp: String) {
        self.name = name
        self.timestamp = CleanText(timestamp)
    }

    var failures: Int { count { if case .failure = $0 { true } else { false } } }
    var errors: Int { count { if case .error = $0 { true } else { false } } }
    var skipped: Int { count { if case .skipped = $0 { true } else { false } } }
    /// The sum of the cases' times as they are written, so that the totals add up.
    var milliseconds: Int64 { cases.reduce(0) { $0 + $1.milliseconds } }

    private func count(_ isMeant: (Case.Result) -> Bool) -> Int {
        cases.count { isMeant($0.result) }
    }

    /// Adds a case. Readers distinguish cases only by class and name, so a repeated name gets a number.
    mutating func add(_ item: Case) {
        var item = item
        let name = item.name
        var number = 1
        while !names.insert("\(item.className)\n\(item.name)").inserted {
            number += 1
            item.name = "\(name) #\(number)"
        }
        cases.append(item)
    }

    /// Writes the suite with only those elements that even strict readers accept.
    func write(to writer: XMLWriter, id: Int) {
        writer.element(
            "testsuite",
            [
                "name": name, "package": "", "id": "\(id)", "timestamp": timestamp, "hostname": "localhost",
                "tests": "\(cases.count)", "failures": "\(failures)", "errors": "\(errors)", "skipped": "\(skipped)",
                "time": CleanText(Figures.seconds(milliseconds: milliseconds)),
            ]
        ) {
            writer.element("properties") {
                for property in properties {
                    writer.element("property", ["name": property.name, "value": property.value])
                }
            }
            for item in cases { item.write(to: writer) }
            writer.element("system-out", text: systemOut)
            writer.element("system-err")
        }
    }
}

extension JUnitSuite.Case {
    fileprivate func write(to writer: XMLWriter) {
        let time = CleanText(Figures.seconds(milliseconds: milliseconds))
        writer.element("testcase", ["classname": className, "name": name, "time": time]) {
            switch result {
            case .passed: break
            case .failure(let type, let message, let text):
                writer.element("failure", ["type": type, "message": message], text: text)
            case .error(let type, let message, let text):
                writer.element("error", ["type": type, "message": message], text: text)
            case .skipped(let reason):
                writer.element("skipped", ["message": reason], text: reason)
            }
        }
    }
}

extension JUnitSuite {
    /// The whole document in UTF-8.
    static func document(_ suites: [JUnitSuite]) throws(ReportError) -> [UInt8] {
        let writer = try XMLWriter()
        writer.element("testsuites") {
            for (index, suite) in suites.enumerated() { suite.write(to: writer, id: index) }
        }
        return try writer.finish()
    }
}
