import Foundation
import Processes
import Testing

@Suite("The commands of `simulate`", .takingTurns)
struct SimulatorTests {
    @Test("`help` lists the commands; the help of the program explains the same ones")
    func help() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let child = try assay.start(["simulate", "switch", "--port", "0"])
            _ = try await child.line()
            try child.say("help")
            var lines: [String] = []
            for _ in 0..<7 { lines.append(try await child.line()) }
            #expect(
                lines == [
                    "set AID.IID VALUE    changes a value as the device itself would",
                    "press AID.IID PRESS  presses a button: single, double or long, or 0, 1 or 2",
                    "on DEFECT            shows a defect or a twin from now on",
                    "off DEFECT           shows it no longer",
                    "show                 prints all values, and the defects that are on",
                    "help                 prints these commands",
                    "quit                 ends the accessory",
                ]
            )
            try child.say("quit")
            #expect(try await child.end(within: .seconds(5)).ending == .init(status: 0, isSignal: false))
            let words = try await assay.run("simulate", "--help").output.split(whereSeparator: \.isWhitespace)
            let text = words.joined(separator: " ")
            for line in lines {
                let meaning = try #require(line.components(separatedBy: "  ").last)
                #expect(text.contains(meaning.trimmingCharacters(in: .whitespaces)), "\(line) in \(text)")
            }
        }
    }

    @Test("A refusal names what the characteristic takes")
    func refusals() async throws {
        try await Workspace.with { workspace in
            try await AssayProgram(in: workspace).simulating("switch") { accessory in
                for (order, answer) in [
                    ("press 1.34 double", "ok"), ("press 1.34 2", "ok"),
                    (
                        "press 1.34 triple",
                        "1.34 (Programmable Switch Event) can be pressed single (0), double (1), long (2), not triple"
                    ),
                    ("press 1.66 single", "1.66 (Battery Level) is not a button; the accessory has 1.34"),
                    ("press 1.34", "usage: press AID.IID PRESS"),
                    ("set 1.66 1000", "1.66 (Battery Level) takes a whole number from 0 to 100, not 1000"),
                    (
                        "set 1.34 1",
                        "1.34 (Programmable Switch Event) is a button, which has no value; use `press 1.34 single`"
                    ),
                    ("set 9.99 1", "the accessory has no characteristic 9.99; `show` lists all"),
                ] {
                    let given = try await accessory.order(order)
                    #expect(given == answer, "\(order)")
                }
            }
        }
    }

    @Test("A defect can be turned on and off while the accessory runs")
    func defects() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb") { accessory in
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let run = [
                    "run", "--address", accessory.address, "--characteristic", "lightbulb.brightness",
                    "write.below-minimum",
                ]
                #expect(try await assay.run(run).status == 0)
                #expect(try await accessory.order("on below-min-accepted") == "ok")
                let broken = try await assay.run(run)
                #expect(broken.status == 1)
                #expect(broken.output.contains("HAP-WRITE-018"), "\(broken.output)")
                #expect(try await accessory.order("off below-min-accepted") == "ok")
                #expect(try await assay.run(run).status == 0)
                for (order, answer) in [
                    ("off below-min-accepted", "the defect `below-min-accepted` is not on; none is on"),
                    (
                        "on below-min-acepted",
                        "unknown defect `below-min-acepted`; did you mean `below-min-accepted`? "
                            + "`assay suites defects` and `assay suites twins` list them"
                    ),
                    (
                        "on expired-timed-write-executed",
                        "the defect `expired-timed-write-executed` belongs to the simulated lock, and has no effect "
                            + "on the lightbulb"
                    ),
                ] {
                    let given = try await accessory.order(order)
                    #expect(given == answer, "\(order)")
                }
            }
        }
    }

    @Test("Standard error shows when each connection is opened, verified and closed, and by whom")
    func connections() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            let child = try assay.start(["simulate", "lightbulb", "--port", "0"])
            let port = try #require(try await child.line().firstMatch(of: /:(\d+),/)).1
            assay.environment["ASSAY_SETUP_CODE"] = "518-08-582"
            #expect(try await assay.run("inspect", "--address", "127.0.0.1:\(port)").status == 0)
            try child.say("quit")
            let log = try await child.end(within: .seconds(5)).errorText
            let lines = log.split(separator: "\n").filter { $0.contains(" connection ") }
            #expect(lines.count >= 3, "\(log)")
            for line in lines {
                #expect(
                    line.wholeMatch(
                        of:
                            /\d\d:\d\d:\d\d\.\d{3} connection \d+ (opened by 127\.0\.0\.1:\d+|has a session of the controller [0-9A-F-]{36}|closed by the (accessory|controller))/
                    ) != nil,
                    "\(line)"
                )
            }
            #expect(lines.first?.contains(" connection 1 opened by ") == true, "\(log)")
            #expect(lines.contains { $0.contains(" has a session of the controller ") }, "\(log)")
            // The accessory closes the connections of a removed controller itself.
            #expect(lines.contains { $0.hasSuffix(" closed by the accessory") }, "\(log)")
        }
    }
}
