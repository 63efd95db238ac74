import Foundation

/// The files of this checkout, and commands that describe them.
enum Checkout {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Whether this is a clone, and not an archive of the files alone.
    static var isClone: Bool {
        FileManager.default.fileExists(atPath: root.appending(path: ".git").path)
    }

    /// The Swift files of a target.
    static func sources(of target: String) throws -> [URL] {
        let folder = root.appending(path: "Sources/\(target)")
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }
            .map { folder.appending(path: $0) }
    }

    /// The output of a command, run in the checkout with a limit of two minutes.
    static func output(of command: String...) throws -> [UInt8] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "120"] + command
        process.currentDirectoryURL = root
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CommandFailure(command: command, status: process.terminationStatus)
        }
        return [UInt8](printed)
    }
}

/// A command that failed, with its standard error.
struct CommandFailure: Error {
    let command: [String]
    let status: Int32
}
