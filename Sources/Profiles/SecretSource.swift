/// Where a secret is kept. A profile names the place; it never holds the secret.
package enum SecretSource: Sendable, Hashable {
    /// A file, relative to the folder of the profile.
    case file(String)
    /// A variable of the environment.
    case environment(String)
    /// A command that prints it.
    case command(String)

    /// Whether it can be read without a command, which may ask the user.
    package var isAtHand: Bool {
        if case .command = self { false } else { true }
    }
}

/// Where the lines of a serial console come from.
package enum SerialSource: Sendable, Hashable {
    /// A file that grows, or a device, relative to the folder of the profile.
    case file(String)
    /// A command that prints them.
    case command(String)
}
