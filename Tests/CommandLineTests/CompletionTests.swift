import Foundation
import Processes
import Testing

/// The completion script in a real bash.
@Suite("The completion of bash", .takingTurns)
struct CompletionTests {
    /// Calls the function of the script as bash does after a press of the tab key at the end of the words.
    private static let press = """
        source "$1"; shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_TYPE=9
        COMP_POINT=${#COMP_LINE}
        "$(complete -p assay | sed 's/.*-F \\([^ ]*\\).*/\\1/')" "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """

    /// What completes the last of the words.
    private static func completions(_ words: [String], in workspace: Workspace) async throws -> [String] {
        let script = try await AssayProgram(in: workspace).run("--generate-completion-script", "bash")
        try workspace.write(script.output, to: "completion.bash")
        try workspace.write(press, to: "press.bash")
        let bash = try ChildProcess(
            "/bin/bash",
            ["press.bash", "completion.bash", AssayProgram.executable.path] + words,
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": workspace.folder.path,
                "ASSAY_SUITES": AssayProgram.root.appending(path: "Suites").path,
            ],
            folder: workspace.folder.path
        )
        let heard = try await bash.end(within: .seconds(60))
        #expect(heard.errorText == "")
        return heard.outputText.split(separator: "\n").map(String.init)
    }

    @Test(
        "Words of the suites complete",
        arguments: [
            (["run", "write.below"], ["write.below-minimum"]),
            (["run", "read.one", "write.below"], ["write.below-minimum"]),
            (["plan", "--exclude", "write.below"], ["write.below-minimum"]),
            (["suites", "show", "write.below"], ["write.below-minimum"]),
            (["why", "--simulated", "kit"], ["kitchen-sink"]),
            (["simulate", "th"], ["thermometer"]),
            (["run", "--without", "slo"], ["slow"]),
            (["suites", "list", "--tag", "pair-se"], ["pair-setup"]),
            (["run", "--requirement", "HAP-WRITE-018"], ["HAP-WRITE-018"]),
            (["run", "--characteristic", "lightbulb.bri"], ["lightbulb.brightness"]),
            (["coverage", "--over", "i"], ["ip"]),
            (["run", "--tier", "sm"], ["smoke"]),
            (["selftest", "--defect", "below-min-a"], ["below-min-accepted"]),
            (["simulate", "lightbulb", "--defect", "below-min-a"], ["below-min-accepted"]),
            (["run", "--simulated", "lightbulb", "--defect", "below-min-a"], ["below-min-accepted"]),
            (["run", "--simulated", "switch", "--defect", "below-min-a"], []),
        ]
    )
    func suites(_ words: [String], _ wanted: [String]) async throws {
        try await Workspace.with { workspace in
            let completions = try await Self.completions(words, in: workspace)
            #expect(completions == wanted)
        }
    }

    @Test(
        "Files and folders complete",
        arguments: [
            (["run", "--profile", "kno"], ["known.yaml"]),
            (["run", "--baseline", "kno"], ["known.yaml"]),
            (["profile", "check", "kno"], ["known.yaml"]),
            (["records", "show", "kno"], ["known.txt", "known.yaml"]),
            (["records", "show", "Rep"], ["Reports"]),
            (["report", "Reports/la"], ["Reports/latest"]),
            (["run", "--reports", ""], ["Reports"]),
            (["selftest", "--junit", "known.t"], ["known.txt"]),
        ]
    )
    func files(_ words: [String], _ wanted: [String]) async throws {
        try await Workspace.with { workspace in
            try workspace.write("", to: "known.yaml")
            try workspace.write("", to: "known.txt")
            try workspace.write("", to: "Reports/latest/run.jsonl")
            let completions = try await Self.completions(words, in: workspace)
            #expect(completions.sorted() == wanted)
        }
    }
}
