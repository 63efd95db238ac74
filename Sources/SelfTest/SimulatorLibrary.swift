package import HAPAccessory
package import HAPModel
import MarkedYAML
package import SuiteLanguage

/// The simulated accessories, their defects and their twins, as defined in `Suites/`.
package struct SimulatorLibrary: Sendable {
    package let accessories: [AccessoryDefinition]
    package let defects: [Defect]
    /// The defects of requirements that accessories over IP have.
    let defectsOverIP: [Defect]
    /// The accessories that answer in another permitted form.
    package let twins: [Twin]
    package let catalogue: Catalogue
    /// Defects that no case finds yet, by name, each with its reason.
    package let survivors: [String: String]
    /// What the self-test over another transport than IP does not have to find, by the transport.
    private let others: [String: TransportExcuse]
    /// Variants that may survive.
    let excuses: [VariantExcuse]

    /// Reads accessories, defects, twins and the catalogue from the texts of a `Suites/` folder.
    ///
    /// - Throws: ``SuiteProblems`` with all errors in them.
    package init(_ files: [SuiteFile], requirements: RequirementCatalogue) throws(SuiteProblems) {
        var problems = YAMLProblems()
        do {
            catalogue = try Catalogue(files)
        } catch {
            throw SuiteProblems([error])
        }
        var accessories: [AccessoryDefinition] = []
        for file in files where file.path.hasPrefix("accessories/") && file.path.hasSuffix(".yaml") {
            do throws(YAMLProblem) {
                accessories.append(try AccessoryDefinition(file.text, file: file.path, catalogue: catalogue))
            } catch {
                problems.note(error)
            }
        }
        // What the definitions lack would make defects wrong that are right, and so would an accessory that cannot be read.
        let areKnown = problems.problems.isEmpty
        let known = areKnown ? accessories : []
        let defects = Self.defects(files, known, requirements, noting: &problems)
        let twins = Self.twins(files, known, requirements, noting: &problems)
        let places =
            defects.map { ($0.accessory, $0.mark(of: $0.accessory)) }
            + twins.map { ($0.accessory, $0.mark(of: $0.accessory)) }
        for (accessory, mark) in places where areKnown && !accessories.contains(where: { $0.name == accessory }) {
            let hint = NearNames(accessories.map(\.name)).hint(for: accessory)
            problems.note(YAMLProblem(mark, "unknown simulated accessory `\(accessory)`\(hint)"))
        }
        for twin in twins {
            guard let defect = defects.first(where: { $0.name == twin.name }) else { continue }
            problems.note(YAMLProblem(twin.mark, "the defect at \(defect.mark) has the name `\(twin.name)`, too"))
        }
        // Those that are wrong are not known by name.
        if !problems.problems.isEmpty { throw SuiteProblems(problems.problems) }
        do throws(YAMLProblem) {
            (survivors, excuses, others) = try Self.survivors(files, among: defects)
        } catch {
            throw SuiteProblems([error])
        }
        self.accessories = accessories
        self.defects = defects
        defectsOverIP = defects.filter { defect in
            defect.breaks.contains { requirements[$0]?.transports.contains(TransportKind.ip.rawValue) ?? false }
        }
        self.twins = twins
    }

    /// The defects of all files that are right.
    private static func defects(
        _ files: [SuiteFile],
        _ accessories: [AccessoryDefinition],
        _ requirements: RequirementCatalogue,
        noting problems: inout YAMLProblems
    ) -> [Defect] {
        var defects: [Defect] = []
        for file in files where file.path.hasPrefix("defects/") && file.path.hasSuffix(".yaml") {
            let read = Defect.read(file.text, file: file.path, accessories: accessories, noting: &problems)
            for defect in read {
                _ = problems.attempt { _ throws(YAMLProblem) in
                    try check(defect.breaks, of: defect, requirements: requirements)
                    if let first = defects.first(where: { $0.name == defect.name }) {
                        throw YAMLProblem(defect.mark, "duplicate defect `\(defect.name)`, first at \(first.mark)")
                    }
                    if let twin = defects.first(where: {
                        $0.isSame(as: defect) && Set($0.breaks) == Set(defect.breaks)
                    }) {
                        throw YAMLProblem(
                            defect.mark,
                            "`\(defect.name)` is the defect `\(twin.name)` at \(twin.mark) again; remove one of them"
                        )
                    }
                    defects.append(defect)
                }
            }
        }
        return defects
    }

    /// The twins of all files that are right.
    private static func twins(
        _ files: [SuiteFile],
        _ accessories: [AccessoryDefinition],
        _ requirements: RequirementCatalogue,
        noting problems: inout YAMLProblems
    ) -> [Twin] {
        var twins: [Twin] = []
        for file in files where file.path.hasPrefix("twins/") && file.path.hasSuffix(".yaml") {
            for twin in Twin.read(file.text, file: file.path, accessories: accessories, noting: &problems) {
                _ = problems.attempt { _ throws(YAMLProblem) in
                    try check(twin.answers + twin.warns + twin.violates, of: twin, requirements: requirements)
                    if let first = twins.first(where: { $0.name == twin.name }) {
                        throw YAMLProblem(twin.mark, "duplicate twin `\(twin.name)`, first at \(first.mark)")
                    }
                    twins.append(twin)
                }
            }
        }
        return twins
    }

    /// Reads `survivors.yaml`: a mapping from the defect's name to the reason, and one for variants.
    private static func survivors(
        _ files: [SuiteFile],
        among defects: [Defect]
    ) throws(YAMLProblem) -> ([String: String], [VariantExcuse], [String: TransportExcuse]) {
        guard let file = files.first(where: { $0.path == "survivors.yaml" }) else { return ([:], [], [:]) }
        let root = try YAMLNode.load(file.text, file: file.path).mapping(allowing: ["survivors", "variants", "over"])
        let survivors = try TransportExcuse.reasons(try root.required("survivors"), among: defects.map(\.name))
        var others: [String: TransportExcuse] = [:]
        for entry in try root["over"]?.mapping().entries ?? [] {
            others[entry.key] = try TransportExcuse(entry.value, among: defects.map(\.name))
        }
        return (survivors, try VariantExcuse.all(in: root["variants"]), others)
    }

    private static func check(
        _ ids: [String],
        of conduct: some AlteredConduct,
        requirements: RequirementCatalogue
    ) throws(YAMLProblem) {
        for id in ids where requirements[id] == nil {
            throw .unknown("requirement", id, among: requirements.ids, at: conduct.mark(of: id))
        }
    }

    /// Defects that no case finds over the transport, by name, each with its reason.
    package func survivors(over transport: TransportKind) -> [String: String] {
        transport == .ip ? survivors : others[transport.rawValue]?.survivors ?? [:]
    }

    /// The names of defects of other requirements than the transport's that the self-test over it runs.
    package func sample(over transport: TransportKind) -> Set<String> { others[transport.rawValue]?.sample ?? [] }

    /// Cases that apply to no simulated accessory over the transport, each with its reason.
    package func inapplicable(over transport: TransportKind) -> [String: String] {
        others[transport.rawValue]?.cases ?? [:]
    }

    /// The accessory with this name.
    package func accessory(_ name: String) -> AccessoryDefinition? { accessories.first { $0.name == name } }

    /// The defect with this name, on the accessory that it is defined for.
    package func defect(_ name: String) -> Defect? { defects.first { $0.name == name } }

    /// The twin with this name, on the accessory that it is defined for.
    package func twin(_ name: String) -> Twin? { twins.first { $0.name == name } }
}

extension SimulatorLibrary {
    /// The requirements that an accessory with the defect violates: those of the defect, and those of others that do the
    /// same and prove other requirements.
    func violated(by defect: Defect) -> [String] {
        defects.reduce(into: defect.breaks) { violated, other in
            if other.name != defect.name, other.isSame(as: defect) { violated += other.breaks }
        }
    }
}

extension Defect {
    /// Whether accessories with the defects behave alike.
    fileprivate func isSame(as other: Defect) -> Bool {
        accessory == other.accessory && changes == other.changes && condition == other.condition
    }
}
