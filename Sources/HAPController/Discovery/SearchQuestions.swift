import DNSWire

/// The questions of a search, a message for each, as old responders require.
///
/// From a private port each message has another id, and each search begins at another one: responders may drop a message that equals
/// one of the last second (python-zeroconf does), and then they answer only the tester that sent it first. From the group's port messages
/// have no id (RFC 6762 18.1), and every tester receives the answers.
struct SearchQuestions {
    private var nextID: UInt16?

    /// - Parameter firstID: a random number; `nil` from the group's port.
    init(firstID: UInt16?) {
        nextID = firstID
    }

    /// The encoded messages; questions that cannot be encoded have none.
    mutating func messages(_ questions: [DNSQuestion]) -> [[UInt8]] {
        questions.compactMap { question in
            defer { nextID = nextID.map { $0 &+ 1 } }
            return DNSMessage(id: nextID ?? 0, questions: [question]).encoded()
        }
    }
}
