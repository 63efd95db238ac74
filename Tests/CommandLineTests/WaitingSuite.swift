import SuiteLanguage

/// Cases of which one waits for a minute, for tests of what happens in the meantime.
enum WaitingSuite {
    static let section = SuiteFile(
        path: "characteristics/waiting.yaml",
        text: """
            chapter: characteristics
            section: waiting
            title: "Something that takes long"
            cases:
              waiting.long:
                title: "A value is there a minute later"
                proves: HAP-WRITE-007
                one: {it: {type: ["8"]}}
                spends: {seconds: 60}
                steps:
                - {write: {it: v1}, expect: {outcome: success}}
                - {after: 60s}
                - {read: it, expect: {value: v1}}
              waiting.after:
                title: "A value is there at once"
                proves: HAP-WRITE-007
                one: {it: {type: ["8"]}}
                steps:
                - {write: {it: v1}, expect: {outcome: success}}
                - {read: it, expect: {value: v1}}

            """
    )
}
