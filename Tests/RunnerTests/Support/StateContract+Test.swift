@testable import SuiteLanguage

extension StateContract {
    /// What a case needs and spends.
    static func contract(_ needs: Pairing, tries: Int = 0) -> StateContract {
        StateContract(needs: needs, tries: tries, pairings: 0, seconds: 0, resetBy: nil)
    }
}
