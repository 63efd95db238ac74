package import Reporting

/// A run, or another piece of work, could not be set up or finished; the accessory's behaviour is not the cause.
///
/// What an accessory does wrong is a verdict and is never thrown.
public struct SetupError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of error.
    package enum Code: Sendable, Hashable {
        /// The caller named something that does not exist or is malformed.
        case wrongArgument
        /// The caller named something that exists but is unusable: an invalid suite, a folder without write access.
        case unusable
        /// The accessory could not be reached, or rejected the setup code.
        case unreachable
        /// The tester itself failed.
        case fault
        /// The work was interrupted, or the accessory did not do what the work needs.
        case unjudged
    }

    package let code: Code
    /// What happened and what to do next; an invalid suite has one line for each problem.
    public let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// The exit status of a process that ends because of this error: 2, 3, 4 or 5, as for `assay`.
    public var exitStatus: Int32 { status.rawValue }

    /// The exit status by name.
    package var status: ExitStatus {
        switch code {
        case .wrongArgument, .unusable: .usage
        case .unreachable: .unreachable
        case .fault: .fault
        case .unjudged: .unjudged
        }
    }

    /// Runs `body`, and turns each other error that it throws into one with this code.
    package static func with<Value>(_ code: Code, _ body: () throws -> Value) throws(SetupError) -> Value {
        do { return try body() } catch { throw SetupError(error, or: code) }
    }

    /// Runs `body`, and turns each other error that it throws into one with this code.
    package static func with<Value>(_ code: Code, _ body: () async throws -> Value) async throws(SetupError) -> Value {
        do { return try await body() } catch { throw SetupError(error, or: code) }
    }

    /// `error` itself if it is of this type: what threw it knows best what kind it is.
    private init(_ error: any Error, or code: Code) {
        self = error as? SetupError ?? SetupError(code, "\(error)")
    }
}
