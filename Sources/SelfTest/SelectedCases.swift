import SuiteLanguage

/// The selected cases that run over a transport, with the requirements that they prove. They are looked through for each
/// defect and each twin.
struct SelectedCases: Sendable {
    private let cases: [(item: Case, proves: Set<String>)]

    init(_ selection: Selection, over transport: String, in library: SuiteLibrary) {
        cases = library.cases(selection).filter { $0.over.includes(transport) }
            .map { ($0, Set($0.allProves + $0.rowProves)) }
    }

    /// The cases that prove one of these requirements, in the order of the library.
    func proving(_ requirements: Set<String>) -> [Case] {
        cases.filter { !requirements.isDisjoint(with: $0.proves) }.map(\.item)
    }
}
