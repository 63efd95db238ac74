/// The number of measurements.
struct Extent {
    /// How often the two controllers take turns.
    var turns = 5
    var pairSetups = 5
    var pairVerifies = 40
    var reads = 2000
    /// Starts of the program.
    var starts = 20
    /// Benches of virtual time.
    var benches = 1000
    /// Compares the two controllers over Thread, and measures nothing else.
    var isThreadAlone = false

    /// Reads `--turns 3 --reads 500`.
    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            if option == "--thread-alone" {
                isThreadAlone = true
                continue
            }
            guard let text = rest.popFirst(), let number = Int(text), number > 0 else {
                throw BenchmarkTrouble("\(option) requires a number above 0")
            }
            switch option {
            case "--turns": turns = number
            case "--pair-setups": pairSetups = number
            case "--pair-verifies": pairVerifies = number
            case "--reads": reads = number
            case "--starts": starts = number
            case "--benches": benches = number
            default:
                let options = "--turns, --pair-setups, --pair-verifies, --reads, --starts, --benches, --thread-alone"
                throw BenchmarkTrouble("unknown option \(option); expected one of \(options)")
            }
        }
    }
}
