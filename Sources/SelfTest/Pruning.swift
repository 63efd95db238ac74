import HAPAccessory
package import Judge
package import SuiteLanguage

/// The unneeded proofs: no defect would survive without them.
///
/// A proof is one expectation of a case together with one requirement that it proves. It is needed if a defect would
/// not be killed when its run is judged again without this proof. The runs are those of the matrix: against each
/// defect, all cases that claim it, and the others only if it survives those. Proofs are left out one at a time: if
/// two proofs kill the same defect, either one can be removed, but not both.
package struct Pruning: Sendable {
    /// A proof that no defect needs.
    package struct Spare: Sendable {
        package var caseID: String
        /// The path of the step, `check 1` or `rule`.
        package var step: String
        package var proof: Proof
        /// The defects that it kills together with others; empty if nothing shows that it can fail.
        package var kills: [String]
    }

    /// The unneeded proofs, in the order of the suites.
    package let spares: [Spare]
    /// The number of all proofs.
    package let count: Int

    /// - Parameters:
    /// - rows: all defects of the selection, with their killers and needed proofs.
    /// - selection: the cases and requirements to check.
    package init(_ rows: [DefectMatrix.Row], library: SuiteLibrary, selection: Selection) {
        let needed = rows.reduce(into: Set<Proof>()) { $0.formUnion($1.needed) }
        var kills: [Proof: [String]] = [:]
        for row in rows { for proof in row.killers { kills[proof, default: []].append(row.defect.name) } }
        let proofs = library.cases(selection).flatMap { item in
            item.proofs.filter { selection.selects(requirement: $0.proof.requirement, in: library) }
                .map { Spare(caseID: item.id, step: $0.step, proof: $0.proof, kills: kills[$0.proof] ?? []) }
        }
        count = proofs.count
        spares = proofs.filter { !needed.contains($0.proof) }
    }
}
