import Testing

@testable import Runner
@testable import SuiteLanguage

extension StateContract {
    /// What a case needs and spends.
    static func contract(_ needs: Pairing, tries: Int = 0) -> StateContract {
        StateContract(needs: needs, tries: tries, pairings: 0, seconds: 0, resetBy: nil)
    }
}

extension AccessoryKeeper {
    /// Brings the accessory into the state of a case with this contract.
    func bring(to contract: StateContract, run: RunContext) async -> String? {
        guard var item = try? SmallSuites.someCase else {
            Issue.record("the small suites cannot be loaded")
            return nil
        }
        item.state = contract
        return await bring(to: item, run: run)
    }
}
