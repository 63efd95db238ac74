package import SuiteLanguage
import Synchronization

/// The suite locks of one library. Runs with cases of the same suite files share a lock.
package final class SuiteLocks: Sendable {
    private let library: SuiteLibrary
    private let made = Mutex<[Set<String>: SuiteLock]>([:])

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

    /// The number of locks that were made.
    package var count: Int { made.withLock { $0.count } }
}
