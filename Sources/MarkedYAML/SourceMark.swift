/// A position in an author's text: file, line and column, both counted from 1.
package struct SourceMark: Sendable, Hashable, CustomStringConvertible {
    package var file: String
    package var line: Int
    package var column: Int

    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `file:line:column`, as compilers and editors write it.
    package var description: String { "\(file):\(line):\(column)" }
}

/// An error in an author's text, and its position.
package struct YAMLProblem: Error, Hashable, CustomStringConvertible {
    package var mark: SourceMark
    /// What is wrong and what to write instead; one line, no full stop needed.
    package var message: String

    package init(_ mark: SourceMark, _ message: String) {
        self.mark = mark
        self.message = message
    }

    /// `file:line:column: message`.
    package var description: String { "\(mark): \(message)" }
}
