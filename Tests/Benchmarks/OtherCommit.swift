import Foundation

/// Another commit whose self-test is measured: `against NAME PROGRAM [--turns 3]`.
struct OtherCommit {
    let name: String
    /// The program that was built from it.
    let program: URL
    var turns = 3

    /// - Returns: `nil` for other arguments.
    init?(_ arguments: ArraySlice<String>) throws {
        var rest = arguments
        guard rest.popFirst() == "against" else { return nil }
        guard let name = rest.popFirst(), let path = rest.popFirst() else {
            throw BenchmarkTrouble("`against` requires a commit and the program built from it")
        }
        self.name = name
        program = URL(fileURLWithPath: path)
        guard let option = rest.popFirst() else { return }
        guard option == "--turns", let number = rest.popFirst().flatMap({ Int($0) }), number > 0, rest.isEmpty else {
            throw BenchmarkTrouble("--against accepts only --turns with a number above 0")
        }
        turns = number
    }
}
