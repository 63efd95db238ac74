import Foundation
import MarkedYAML
import SuiteLanguage

extension Suites {
    /// Writes a new suite file with one case into the folder of the suites.
    ///
    /// - Parameters:
    ///   - name: the chapter and the section: `characteristics/dimmers`.
    ///   - id: the requirement that the case proves.
    /// - Returns: the path of the file.
    /// - Throws: ``SetupError`` if the name is malformed, if the requirement does not exist or is another one, if the file
    ///   exists, or if it cannot be written.
    package func writeSkeleton(_ name: String, proves id: String) throws(SetupError) -> String {
        guard let requirement = library.requirements[id] else {
            let hint = NearNames(library.requirements.ids).hint(for: id, then: "see \(Self.shown(folder))/requirements")
            throw SetupError(.wrongArgument, "unknown requirement `\(id)`\(hint)")
        }
        if let other = requirement.sameAs {
            throw SetupError(.wrongArgument, "\(id) is the same as \(other); name \(other)")
        }
        guard let skeleton = SuiteSkeleton(name, proves: requirement) else {
            throw SetupError(
                .wrongArgument,
                "`\(name)` cannot be a suite; expected CHAPTER/SECTION in lower-case words, such as characteristics/dimmers"
            )
        }
        let chapters = NearNames(Set(library.cases.map(\.chapter)))
        if let near = chapters.near(skeleton.chapter).first, near != skeleton.chapter {
            throw SetupError(
                .wrongArgument,
                "no chapter has the name `\(skeleton.chapter)`\(chapters.hint(for: skeleton.chapter))"
            )
        }
        if let taken = library.case("\(skeleton.section).example") {
            throw SetupError(.unusable, "the case \(taken.id) exists at \(place(taken.mark)); choose another section")
        }
        let file = URL(filePath: folder).appending(path: skeleton.file.path)
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw SetupError(.unusable, "\(file.path) exists; add a case to it, or choose another section")
        }
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(skeleton.file.text.utf8).write(to: file, options: .withoutOverwriting)
        } catch {
            throw SetupError(
                .unusable,
                "\(file.path) cannot be written (\(error.localizedDescription)); name a folder of your own with ASSAY_SUITES"
            )
        }
        return file.path
    }
}
