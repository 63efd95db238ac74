import Foundation
import Fuzzing
import HAPModel
import Testing

/// The inputs that `.dev/fuzz` has found; run it to find more.
@Suite struct CorpusTests {
    @Test("a decoder reads every kept input correctly", arguments: FuzzTarget.allCases)
    func kept(target: FuzzTarget) throws {
        let files = try Corpus(of: target).files
        #expect(files.count >= 10)
        for file in files {
            let broken = target.broken(by: Array(try Data(contentsOf: file)))
            #expect(broken == nil, "\(file.lastPathComponent)")
        }
    }

    @Test(
        "not all inputs are rejected: some are read without an error",
        arguments: [FuzzTarget.json, .journal]
    )
    func readable(target: FuzzTarget) throws {
        let read = try Corpus(of: target).files.filter { (try? JSON.parse(Array(Data(contentsOf: $0)))) != nil }
        #expect(read.count >= 5)
    }
}
