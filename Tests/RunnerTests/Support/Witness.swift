import RunRecord

/// Sees what the tester does, at the moment at which it does it.
protocol Witness: JournalSink {
    /// Is told of both sides before anything happens.
    func meet(_ encounter: Encounter)

    /// Is told of bytes before they leave.
    func sees(sent bytes: [UInt8])
}
