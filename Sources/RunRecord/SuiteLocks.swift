package import HAPModel
package import SuiteLanguage
import Synchronization

/// The suite locks of one library, and its requirements as headers have them. Runs with cases of the same suite files
/// share a lock.
package final class SuiteLocks: Sendable {
    private let library: SuiteLibrary
    private let made = Mutex<[Set<String>: SuiteLock]>([:])
    private let records = Mutex<[String: JSON]>([:])

    package init(_ library: SuiteLibrary) {
        self.library = library
    }

    /// The lock of a run of these cases.
    package func lock(caseIDs: Set<String>) -> SuiteLock {
        let suites = library.suites(of: caseIDs)
        return made.withLock { made in
            if let lock = made[suites] { return lock }
            let lock = SuiteLock(library, suites: suites)
            made[suites] = lock
            return lock
        }
    }

    /// All requirements for accessories on the transport: `requirements` of a header.
    package func requirements(over transport: String) -> JSON {
        records.withLock { records in
            if let known = records[transport] { return known }
            let made = library.requirementRecords(over: transport)
            records[transport] = made
            return made
        }
    }

    /// The number of locks that were made.
    package var count: Int { made.withLock { $0.count } }
}
