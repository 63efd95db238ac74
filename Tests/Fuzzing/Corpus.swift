package import Foundation

/// The kept inputs of a decoder: inputs with new coverage, and inputs that it mishandled.
package struct Corpus: Sendable {
    package let files: [URL]

    /// The corpus in the checkout.
    ///
    /// - Throws: if the folder cannot be read.
    package init(of target: FuzzTarget) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus/\(target.rawValue)")
        files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
    }
}
