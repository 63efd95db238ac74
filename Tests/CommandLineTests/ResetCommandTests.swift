import Processes
import Testing

@Suite("Reset commands", .takingTurns)
struct ResetCommandTests {
    @Test("A simulated accessory needs none")
    func simulated() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace)
                .run("run", "--simulated", "lightbulb", "--reset-command", "true", "read.twice")
            #expect(run.status == 2)
            #expect(run.errors.contains("--reset-command is for --address"), "\(run.errors)")
        }
    }
}
