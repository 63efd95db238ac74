import Foundation
import Fuzzing
import HAPModel
import Testing

/// What `.dev/fuzz` has found; it looks for more.
@Suite struct CorpusTests {
    @Test("a decoder reads every kept input as it should", arguments: FuzzTarget.allCases)
    func kept(target: FuzzTarget) throws {
        let files = try Corpus(of: target).files
        #expect(files.count >= 10)
        for file in files {
            let broken = target.broken(by: Array(try Data(contentsOf: file)))
            #expect(broken == nil, "\(file.lastPathComponent)")
        }
    }

    @Test(
        "the inputs are not all refused at once: some are read without a fault",
        arguments: [FuzzTarget.json, .journal]
    )
    func readable(target: FuzzTarget) throws {
        let read = try Corpus(of: target).files.filter { (try? JSON.parse(Array(Data(contentsOf: $0)))) != nil }
        #expect(read.count >= 5)
    }
}
