/// One `testsuite` of a JUnit report: a section of the suites.
struct JUnitSuite {
    typealias Properties = [(name: CleanText, value: CleanText)]

    /// One `testcase`: an instance.
    struct Case {
        enum Result {
            case passed
            case failure(type: CleanText, message: CleanText, text: CleanText)
            case error(type: CleanText, message: CleanText, text: CleanText)
            case skipped(reason: CleanText)
        }

        /// What only the rich flavour has.
        struct Details {
            /// The suite file of the case, and the line in it.
            var place: (file: CleanText, line: Int)?
            /// Wall time without a zone.
            var timestamp: CleanText
            var properties: Properties
            var systemOut: CleanText = ""
        }

        var className: CleanText
        var name: CleanText
        var milliseconds: Int64
        var result: Result
        var details: Details?
    }

    var name: CleanText
    /// Wall time without a zone: `2025-01-31T12:00:00`.
    var timestamp: CleanText
    var properties: Properties = []
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
}
