import ArgumentParser
import Reporting
import RunRecord

/// Ends of the process that are no verdict.
enum Exit {
    /// Runs something of the tester's own; if it fails, says so and ends with status 4.
    static func orTrouble<Value>(_ body: () throws -> Value) throws -> Value { try or(.fault, body) }

    /// Runs something that can only fail because of what the command line names; if it does, ends with status 2.
    static func orWrongUsage<Value>(_ body: () throws -> Value) throws -> Value { try or(.usage, body) }

    private static func or<Value>(_ status: ExitStatus, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            Terminal.complain("\(error)")
            throw ExitCode(status)
        }
    }

    /// Runs something of the tester's own that asks the accessory first; if it fails, says so and ends with status 4.
    static func orTrouble<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch {
            Terminal.complain("\(error)")
            throw ExitCode(.fault)
        }
    }

    /// Says why a visit failed and ends with its status.
    static func failed(_ end: RunEnd) -> ExitCode {
        Terminal.complain(end.message ?? end.reason.rawValue)
        switch end.reason {
        case .unreachable, .wrongSetupCode: return ExitCode(.unreachable)
        case .interrupted: return ExitCode(.unjudged)
        default: return ExitCode(.fault)
        }
    }
}
