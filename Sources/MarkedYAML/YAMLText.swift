/// The bytes of a YAML file as text.
package enum YAMLText {
    /// Decodes the bytes of files; a byte order mark, which some editors write, is not part of the text.
    ///
    /// - Parameter file: its name, for messages.
    /// - Throws: ``YAMLProblem`` at the first byte that is not valid UTF-8.
    package static func decode(_ bytes: [UInt8], file: String) throws(YAMLProblem) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw YAMLProblem(flaw(in: bytes, of: file), "the file is not valid UTF-8; save it as UTF-8")
        }
        return text.unicodeScalars.first == byteOrderMark ? String(text.unicodeScalars.dropFirst()) : text
    }

    private static let byteOrderMark: Unicode.Scalar = "\u{feff}"

    /// The position of the first byte that is not valid UTF-8.
    private static func flaw(in bytes: [UInt8], of file: String) -> SourceMark {
        for (index, line) in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated()
        where String(validating: line, as: UTF8.self) == nil {
            let right = (0...line.count).reversed().lazy.compactMap {
                String(validating: line.prefix($0), as: UTF8.self)
            }
            return SourceMark(file: file, line: index + 1, column: (right.first?.count ?? 0) + 1)
        }
        return SourceMark(file: file, line: 1, column: 1)
    }
}
