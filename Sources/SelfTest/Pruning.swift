import HAPAccessory
package import Judge
package import SuiteLanguage

/// The proofs that could go: an expectation proves a requirement for nothing if no defect would survive without it.
///
/// A proof is one expectation of a case together with one requirement that it proves. It is needed if there is a defect that
/// no finding kills any more when the run that killed it is judged again without this proof. The runs are those of the
/// matrix: against each defect all cases that claim what it breaks, and no others unless it survives those. Each proof is
/// left out alone; of two that kill the same defect either may go, and not both.
package struct Pruning: Sendable {
    /// A proof that no defect needs.
    package struct Spare: Sendable {
        package var caseID: String
        /// The path of the step, `check 1` or `rule`.
        package var step: String
        package var proof: Proof
        /// The defects that it kills, as others do too; none if nothing shows that it can fail.
        package var kills: [String]
    }

    /// The proofs that could go, in the order of the suites.
    package let spares: [Spare]
    /// How many proofs there are in all.
    package let count: Int

    /// - Parameters:
    ///   - rows: of all defects that the selection concerns, with their killers and needed proofs.
    ///   - selection: whose cases and requirements are looked at.
    package init(_ rows: [DefectMatrix.Row], library: SuiteLibrary, selection: Selection) {
        let needed = rows.reduce(into: Set<Proof>()) { $0.formUnion($1.needed) }
        var kills: [Proof: [String]] = [:]
        for row in rows { for proof in row.killers { kills[proof, default: []].append(row.defect.name) } }
        let proofs = library.cases.filter { selection.selects($0, in: library) }.flatMap { item in
            item.proofs.filter { selection.selects(requirement: $0.proof.requirement, in: library) }
                .map { Spare(caseID: item.id, step: $0.step, proof: $0.proof, kills: kills[$0.proof] ?? []) }
        }
        count = proofs.count
        spares = proofs.filter { !needed.contains($0.proof) }
    }
}
