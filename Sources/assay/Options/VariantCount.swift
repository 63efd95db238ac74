import ArgumentParser

/// How many variants of defects a selftest runs: a number from 1, or `all`.
struct VariantCount: ExpressibleByArgument {
    let count: Int

    init?(argument: String) {
        guard argument != "all" else {
            count = .max
            return
        }
        guard let number = Int(argument), number >= 1 else { return nil }
        count = number
    }
}
