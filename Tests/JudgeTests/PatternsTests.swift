import Foundation
import Testing

@testable import Judge

@Suite("Regular expressions of the suites")
struct PatternsTests {
    @Test("The same comparison again uses no more memory")
    func memory() throws {
        let pattern = "[0-9A-Fa-f]{1,8}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
        let texts = ["25", "0000003E-0000-1000-8000-0026BB765291", "nothing"]
        func compare(_ times: Int) {
            for _ in 0..<times { for text in texts { _ = Patterns.matches(text, pattern) } }
        }
        compare(1000)
        let before = try Self.residentKilobytes()
        compare(100_000)
        #expect(try Self.residentKilobytes() - before < 4096)
    }

    /// The memory of this process.
    private static func residentKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        return try #require(Int(line.split(separator: " ").dropLast().last.map(String.init) ?? ""))
    }
}
