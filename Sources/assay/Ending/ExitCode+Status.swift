import ArgumentParser
import Reporting

extension ExitCode {
    /// The process's exit status.
    init(_ status: ExitStatus) { self.init(status.rawValue) }
}
