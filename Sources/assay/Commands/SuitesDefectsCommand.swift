import ArgumentParser
import AssayKit
import HAPAccessory
import MarkedYAML
import Reporting
import SelfTest

/// `assay suites defects`
struct SuitesDefectsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "defects",
        abstract: "Prints every defect of the simulated accessories, and the requirements that it violates.",
        discussion: "Example: assay suites defects --on lightbulb"
    )

    @Option(help: "List only the defects of this simulated accessory.", completion: .simulated)
    var on: String?

    func run() async throws {
        let simulators = try Suites.installed().simulators()
        let known = simulators.accessories.map(\.name)
        if let on, !known.contains(on) {
            throw ValidationError("unknown simulated accessory `\(on)`\(NearNames(known).hint(for: on))")
        }
        for defect in simulators.defects where on == nil || defect.accessory == on {
            Terminal.sayFolded("\(defect.name) (\(defect.accessory)) violates \(defect.breaks.joined(separator: ", "))")
        }
    }
}
