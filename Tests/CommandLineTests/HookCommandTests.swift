import Foundation
import Glibc
import Processes
import Runner
import Testing

@testable import AssayKit

@Suite("Hook commands")
struct HookCommandTests {
    @Test("A hook may take the three minutes of the documentation: a reset takes one on real hardware")
    func limit() {
        #expect(HookCommand(name: "reset", command: "true", address: "").limit == .seconds(180))
    }

    @Test("A hook that exceeds its time limit is ended with all that it has started, and its last words are reported")
    func exceeds() async throws {
        try await Workspace.with { workspace in
            // Each process of the hook has the pipe open, so its end is the end of all of them.
            let pipe = workspace.path("alive")
            #expect(unsafe mkfifo(pipe, 0o600) == 0)
            let reader = unsafe open(pipe, O_RDONLY | O_NONBLOCK)
            defer { close(reader) }
            let hook = HookCommand(
                name: "reset",
                command: "exec 3> alive; sleep 600 & echo resetting; wait",
                address: "192.0.2.1:1",
                folder: workspace.folder.path,
                limit: .seconds(1)
            )
            let error = try #require(await #expect(throws: HookError.self) { try await hook.run() })
            #expect(error.summary == "the reset command did not end within 1 s, and printed at last: resetting")
            var end = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            #expect(unsafe poll(&end, 1, 10_000) == 1, "a process of the hook is still running")
            #expect(end.revents & Int16(POLLHUP) != 0)
        }
    }
}
