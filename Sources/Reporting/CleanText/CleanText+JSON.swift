package import HAPModel

extension CleanText {
    /// The value as a JSON text for people.
    ///
    /// Unsafe characters occur only in strings, where JSON has an escape for them (`\u202e`), so nothing is lost.
    ///
    /// - Parameter levels: how many levels of nesting are broken into lines.
    package init(json: JSON, levels: Int = .max) { self.init(jsonText: json.pretty(levels: levels)) }

    /// The value as a JSON text on one line, for programs that read line by line.
    package init(jsonLine json: JSON) { self.init(jsonText: json.serialized()) }

    private init(jsonText text: String) {
        guard !Cleaning.isClean(text, keepsLines: true) else {
            self.init(lines: text)
            return
        }
        var escaped = ""
        for scalar in text.unicodeScalars {
            guard scalar != "\n", Cleaning.shown(scalar) != nil else {
                escaped.unicodeScalars.append(scalar)
                continue
            }
            for unit in UTF16.encode(scalar) ?? .init() {
                let digits = String(unit, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        self.init(lines: escaped)
    }
}
