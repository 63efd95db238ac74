import AssayKit
import Checkout
import Foundation
import HAPAccessory
import HAPModel
import Judge
import RunRecord
import Runner
import SelfTest
import SuiteLanguage
import Testing

/// Accessories that are not among those of the suites.
@Suite("Conformant accessories that the suites' authors have not seen")
struct UnseenAccessoryTests {
    private let library: SuiteLibrary
    private let simulators: SimulatorLibrary

    init() throws {
        library = try Checkout.library
        simulators = try Checkout.simulators
    }

    private func run(_ definition: AccessoryDefinition, _ patterns: [String] = []) throws -> RunResult {
        try SimulatedRun(
            library: library,
            catalogue: simulators.catalogue,
            definition: definition,
            entrance: InProcessIP(),
            selection: Selection(patterns: patterns)
        ).carryOut().result
    }

    /// The accessory with these services beside those that each must have.
    private func accessory(_ name: String, _ services: String, _ behaviours: String = "") throws -> AccessoryDefinition
    {
        let text = """
            name: \(name)
            category: 1
            setup-code: 518-08-582
            accessories:
            - aid: 1
              services:
              - type: Accessory Information
                iid: 1
                characteristics:
                - {iid: 2, type: Identify}
                - {iid: 3, type: Manufacturer, value: Assay}
                - {iid: 4, type: Model, value: Unseen}
                - {iid: 5, type: Name, value: Unseen}
                - {iid: 6, type: Serial Number, value: U-1}
                - {iid: 7, type: Firmware Revision, value: "1.0.0"}
              - type: HAP Protocol Information
                iid: 8
                characteristics:
                - {iid: 9, type: Version, value: "1.1.0"}
            \(services)
            \(behaviours)
            """
        return try AccessoryDefinition(text, file: "\(name).yaml", catalogue: simulators.catalogue)
    }

    /// What says something against the accessory, or leaves something open, in words.
    private func complaints(_ result: RunResult) -> [String] {
        result.verdicts.filter { ![.passed, .skipped].contains($0.outcome) }.map { verdict in
            let finding = verdict.findings.first.map { "\($0.requirement): expected \($0.expected), got \($0.got)" }
            return "\(verdict.outcome.rawValue) \(verdict.instance): \(finding ?? verdict.reason ?? "")"
        }
    }

    private static let environment = ProcessInfo.processInfo.environment
    /// How many accessories are drawn; `.dev/soak` draws many.
    private static let count = environment["ASSAY_DRAWN_ACCESSORIES"].flatMap { UInt64($0) } ?? 2
    private static let seed = environment["ASSAY_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("Accessories that a seed draws from the catalogue pass every case", arguments: 0..<count)
    func drawn(_ index: UInt64) throws {
        let definition = try DrawnAccessory.definition(
            seed: Self.seed &* 1000 + index,
            catalogue: simulators.catalogue
        )
        let result = try run(definition)
        #expect(complaints(result) == [], "seed \(Self.seed &* 1000 + index)")
        #expect(result.verdicts.count { $0.outcome == .passed } > 300)
    }

    @Test("A characteristic with one valid value is written with no other one")
    func oneValue() throws {
        let heater = """
              - type: Heater Cooler
                iid: 16
                primary: true
                characteristics:
                - {iid: 17, type: Active, valid-values: [1], value: 1}
                - {iid: 18, type: Current Heater Cooler State, value: 2}
                - {iid: 19, type: Target Heater Cooler State, valid-values: [1], value: 1}
                - {iid: 20, type: Current Temperature, value: 20}
                - {iid: 21, type: Name, value: Heater}
            """
        let result = try run(accessory("heater", heater), ["write.*", "read.*", "events.*", "timed-write.*"])
        #expect(complaints(result) == [])
        #expect(result.verdicts.contains { $0.outcome == .passed })
        #expect(result.verdicts.contains { $0.reason?.contains("accepts several values") == true })
    }

    @Test("A switch that turns itself off is not accused of it")
    func turnsItselfOff() throws {
        let bell = """
              - type: Switch
                iid: 16
                primary: true
                characteristics:
                - {iid: 17, type: "On", value: false}
                - {iid: 18, type: Name, value: Bell}
              - type: B0000001-6A5B-4C3D-9E2F-A55A10000001
                iid: 30
                hidden: true
                characteristics:
                - {iid: 31, type: B0000002-6A5B-4C3D-9E2F-A55A10000001, format: uint32, permissions: [pr, hd], value: 1}
                - {iid: 32, type: B0000003-6A5B-4C3D-9E2F-A55A10000001, format: uint8, permissions: [pr, hd], value: 0}
            """
        let returns = "behaviours: [{secure: 1.17, to: 0, seconds: 1.31, record-in: 1.32, as: 1}]"
        let result = try run(
            accessory("bell", bell, returns),
            [
                "events.coalesced", "events.no-change", "request.one-byte-segments", "subscribe.twice",
                "write.round-trip",
            ]
        )
        let outcomes = Set(result.verdicts.map(\.outcome))
        #expect(outcomes.isSubset(of: [.passed, .inconclusive, .skipped]), "\(complaints(result))")
        let open = result.verdicts.filter { $0.outcome == .inconclusive }
        #expect(!open.isEmpty)
        #expect(open.allSatisfy { $0.reason?.contains("1.17 does not keep a value") == true }, "\(complaints(result))")
    }

    @Test("Of two lamps, the one with a brightness is switched off and on")
    func otherService() throws {
        let lamps = """
              - type: Lightbulb
                iid: 16
                primary: true
                characteristics:
                - {iid: 17, type: "On", value: false}
                - {iid: 18, type: Name, value: Plain}
              - type: Lightbulb
                iid: 32
                characteristics:
                - {iid: 33, type: "On", value: false}
                - {iid: 34, type: Name, value: Dimmer}
                - {iid: 35, type: Brightness, value: 40}
            """
        let result = try run(accessory("lamps", lamps), ["write.lamp-keeps"])
        let first = result.verdicts.first?.instance
        #expect(first == "write.lamp-keeps[lightbulb.brightness; over=ip]")
        #expect(complaints(result) == [])
    }

    @Test("A hue that changes with the colour temperature is not written beside it")
    func coupled() throws {
        let lamp = """
              - type: Lightbulb
                iid: 16
                primary: true
                characteristics:
                - {iid: 17, type: "On", value: false}
                - {iid: 18, type: Name, value: Colour}
                - {iid: 19, type: Brightness, value: 50}
                - {iid: 20, type: Hue, value: 10}
                - {iid: 21, type: Saturation, value: 10}
                - {iid: 22, type: Color Temperature, maxValue: 360, value: 200}
            """
        let coupling = "behaviours: [{follow: 1.22, with: 1.20, after: 0ms}]"
        let result = try run(accessory("colour", lamp, coupling), ["write.*", "events.*", "subscribe.*"])
        #expect(complaints(result).filter { !$0.contains("color-temperature") } == [])
    }
}
