import AssayKit
import Checkout
import HAPAccessory
import HAPModel
import Judge
import SelfTest
import SuiteLanguage
import Testing

@Suite("Variants of defects")
struct VariantTests {
    private static func variants(of name: String) throws -> [Variant] {
        let simulators = try Checkout.simulators
        return VariantGenerator(simulators).variants(of: [try #require(simulators.defect(name))])
    }

    @Test("The check of a value is varied over characteristics, accessories, sessions, entries and times")
    func dimensions() throws {
        let variants = try Self.variants(of: "below-min-accepted")
        let dimensions = Set(variants.map(\.dimension))
        #expect(
            dimensions.isSuperset(of: [.characteristic, .wideID, .secondSession, .user, .firstEntry, .afterRefusal])
        )
        let places = variants.filter { $0.dimension == .characteristic }
        #expect(places.count > 4)
        #expect(
            places.allSatisfy { $0.defect.accessory == "kitchen-sink" && $0.defect.condition.characteristic != nil }
        )
    }

    @Test("A value that is not stored is varied over the forms of values, where its format has them")
    func formsOfValues() throws {
        let forms = { (name: String) in Set(try Self.variants(of: name).map(\.dimension).filter(\.isOfValue)) }
        #expect(try forms("text-not-stored") == [.nonASCII, .spaced, .longText, .emptyText])
        #expect(try forms("number-not-stored") == [.highBits])
        #expect(try forms("below-min-accepted") == [])
        #expect(try forms("over-long-string-accepted") == [.nonASCII])
        let high = try Self.variants(of: "above-max-accepted").filter { $0.dimension == .highBits }
        #expect(high.map(\.defect.accessory) == ["kitchen-sink"])
    }

    @Test("Every variant has a name of its own, and every dimension has variants")
    func names() throws {
        let simulators = try Checkout.simulators
        let variants = VariantGenerator(simulators).variants(of: simulators.defects)
        let names = variants.map(\.defect.name)
        #expect(Set(variants.map(\.dimension)) == Set(VariantDimension.allCases))
        #expect(names.count > 1000)
        #expect(Set(names).count == names.count)
    }

    @Test("A seed decides the sample")
    func sample() throws {
        let simulators = try Checkout.simulators
        let generator = VariantGenerator(simulators)
        let all = generator.variants(of: simulators.defects)
        let names = { (seed: UInt64) in generator.sample(20, of: all, seed: seed).map(\.defect.name) }
        #expect(names(1) == names(1))
        #expect(names(1) != names(2))
        #expect(names(1).count == 20)
    }

    @Test("A check that one characteristic lacks, or all of them for users, is found like the whole defect")
    func killed() async throws {
        let (library, simulators) = (try Checkout.library, try Checkout.simulators)
        let variants = try Self.variants(of: "below-min-accepted").filter {
            [.characteristic, .user, .beyondFourthEntry].contains($0.dimension)
        }
        let matrix = DefectMatrix(
            library: library,
            simulators: simulators,
            entrance: InProcessIP(),
            selection: Selection(patterns: ["write.*"])
        )
        let rows = await matrix.rows(variants.map(\.defect), .firstKill)
        #expect(rows.count == variants.count)
        for row in rows {
            guard case .killed = row.fate else {
                Issue.record("\(row.defect.name): \(row.fate)")
                continue
            }
        }
    }

    @Test("A defect that names formats acts at their characteristics only, and so do its variants")
    func formats() async throws {
        let (library, simulators) = (try Checkout.library, try Checkout.simulators)
        let variants = try Self.variants(of: "uint64-overflow-accepted").filter { $0.dimension == .characteristic }
        let wide = try #require(simulators.accessory("kitchen-sink")).characteristics.filter { $0.format == .uint64 }
        #expect(!variants.isEmpty)
        for variant in variants {
            #expect(wide.contains { $0.id.description == variant.defect.condition.characteristic })
        }
        // The check is left out for uint64 only, so the cases of other formats pass.
        let defect = try #require(simulators.defect("uint64-overflow-accepted"))
        let rows = await DefectMatrix(
            library: library,
            simulators: simulators,
            entrance: InProcessIP(),
            selection: Selection(patterns: ["write.*"])
        ).rows([defect])
        guard case .killed = rows.first?.fate else {
            Issue.record("\(String(describing: rows.first?.fate))")
            return
        }
        #expect(rows.first?.cause?.requirement == "HAP-WRITE-022")
    }

    @Test("A variant that is listed as a survivor must survive")
    func listed() async throws {
        let library = try Checkout.library
        let variants = try Self.variants(of: "below-min-accepted").filter { $0.dimension == .user }
        let rows = await DefectMatrix(
            library: library,
            simulators: try Checkout.simulators,
            entrance: InProcessIP(),
            selection: Selection(patterns: ["write.*"])
        ).rows(variants.map(\.defect), .firstKill)
        for (name, isAsListed) in [("below-min-accepted@user", false), ("below-min-accepted@second-session", true)] {
            let files =
                library.files.filter { $0.path != "survivors.yaml" } + [
                    SuiteFile(
                        path: "survivors.yaml",
                        text: "survivors: {}\nvariants:\n- reason: r\n  variants: [\(name)]\n"
                    )
                ]
            let simulators = try SimulatorLibrary(files, requirements: library.requirements)
            let matrix = VariantMatrix(variants, rows, of: 1, seed: 1, simulators)
            #expect(matrix.killed == 1)
            #expect(matrix.isAsListed == isAsListed)
        }
    }
}
