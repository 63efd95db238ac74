import Foundation

/// The built `assay`, beside the bundle of these tests.
enum Program {
    /// The output of a call, and its exit status.
    struct Outcome {
        let output: String
        let status: Int32
    }

    static var path: String {
        let bundle = URL(filePath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
        return bundle.deletingLastPathComponent().appending(path: "assay").path
    }

    /// Runs `assay` in the checkout, for two minutes at most, without colour and without input.
    static func run(_ arguments: [String]) throws -> Outcome {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["NO_COLOR=1", "timeout", "120", path] + arguments
        process.currentDirectoryURL = Checkout.root
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(output: String(decoding: printed, as: UTF8.self), status: process.terminationStatus)
    }

    /// The help of a subcommand.
    static func help(_ subcommands: [String]) throws -> String {
        try run(subcommands + ["--help"]).output
    }
}
