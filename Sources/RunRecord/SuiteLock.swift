package import HAPModel
import MarkedYAML
package import SuiteLanguage

/// The files that a run's verdicts depend on: vocabulary, suites and the cited requirements.
///
/// It is part of the journal's header, so that the run can be judged again after the suites have changed.
package struct SuiteLock: Sendable, Hashable {
    package let files: [SuiteFile]
    /// Names the texts: two runs with the same digest were judged by the same words.
    package let digest: String

    package init(files: [SuiteFile]) {
        self.files = files
        digest = ContentDigest.text(files.flatMap { Array("\($0.path)\0\($0.text)\0".utf8) })
    }

    /// The lock of a run of these cases.
    package init(_ library: SuiteLibrary, caseIDs: Set<String>) {
        self.init(library, suites: library.suites(of: caseIDs))
    }

    /// The lock of a run with the cases of these suite files.
    init(_ library: SuiteLibrary, suites: Set<String>) {
        // A suite file is locked as a whole, so all requirements that its cases cite are needed to read it.
        var cited = Set(
            library.cases.filter { suites.contains($0.suite) }.flatMap { $0.allProves + $0.rowProves }
        )
        // The causes of findings depend on those that explain them.
        cited.formUnion(library.requirements.explaining(cited))
        var files = library.files.filter { $0.path.hasPrefix("vocabulary/") || suites.contains($0.path) }
        files.append(SuiteFile(path: "requirements/cited.yaml", text: Self.cut(library, cited)))
        if files.contains(where: { suites.contains($0.path) && $0.text.contains("vectors:") }) {
            files += library.files.filter { $0.path == "requirements/vectors.yaml" }
        }
        self.init(files: files.sorted { $0.path < $1.path })
    }

    /// The cited entries, cut from their files unchanged.
    private static func cut(_ library: SuiteLibrary, _ cited: Set<String>) -> String {
        var text = "requirements:\n"
        let entries = Dictionary(grouping: library.requirements.all, by: \.mark.file)
        for file in library.files {
            guard let entries = entries[file.path], entries.contains(where: { cited.contains($0.id) }) else { continue }
            // Works on bytes, because characters take ten times as long and every run starts with its lock.
            let lines = file.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for (index, entry) in entries.enumerated() where cited.contains(entry.id) {
                let end = index + 1 < entries.count ? entries[index + 1].mark.line - 1 : lines.count
                for line in lines[(entry.mark.line - 1)..<end] where line.first != UInt8(ascii: "#") {
                    text += Substring(line) + "\n"
                }
            }
        }
        return text
    }

    /// The lock as in the header.
    package var json: JSON {
        let texts = files.map { JSONObject.Member(key: $0.path, value: .string($0.text)) }
        return ["digest": .string(digest), "files": .object(JSONObject(members: texts))]
    }

    /// Reads the lock back from a header.
    package init?(_ json: JSON?) {
        guard let members = json?["files"]?.objectValue?.members else { return nil }
        self.init(
            files: members.compactMap { member in
                member.value.stringValue.map { SuiteFile(path: member.key, text: $0) }
            }
        )
    }
}

extension SuiteLibrary {
    /// The paths of the files of these cases.
    func suites(of caseIDs: Set<String>) -> Set<String> {
        Set(cases.filter { caseIDs.contains($0.id) }.map(\.suite))
    }
}

extension Case {
    /// The path of the case's file.
    fileprivate var suite: String { "\(chapter)/\(section).yaml" }
}
