import Foundation

/// The secret that a relay and its testers share. No message shows it.
package struct RelayToken: Sendable, Hashable {
    /// The variable of the environment that holds it.
    package static let variable = "ASSAY_RELAY_TOKEN"
    /// Shorter ones can be guessed.
    private static let shortest = 16
    private static let longest = 512

    let bytes: [UInt8]

    /// The token in a file, or else in the environment.
    ///
    /// - Throws: ``SetupError`` if there is none, or if it is too short.
    package static func read(file: String?, option: String = "--relay-token-file") throws(SetupError) -> RelayToken {
        if let file {
            guard let data = FileManager.default.contents(atPath: file) else {
                throw SetupError(.unusable, "the file \(file) with the relay's token cannot be read")
            }
            return try RelayToken(data, from: "the file \(file)")
        }
        guard let text = ProcessInfo.processInfo.environment[variable], !text.isEmpty else {
            throw SetupError(
                .unusable,
                "a relay needs a token that its testers know: put one into a file for \(option), or into "
                    + "\(variable); `openssl rand -hex 32` makes one"
            )
        }
        return try RelayToken(Data(text.utf8), from: variable)
    }

    private init(_ data: Data, from source: String) throws(SetupError) {
        bytes = Array(String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines).utf8)
        guard (Self.shortest...Self.longest).contains(bytes.count) else {
            throw SetupError(
                .unusable,
                "the relay's token in \(source) has \(bytes.count) characters; it needs \(Self.shortest) to "
                    + "\(Self.longest), such as `openssl rand -hex 32` prints"
            )
        }
    }
}
