import DNSWire

extension DNSMessage {
    /// The same question in another form; the question that counts is the last one.
    func asked(in form: DiscoveryQuestion.Form) -> DNSMessage {
        guard let question = questions.last else { return self }
        var message = self
        switch form {
        case .ordinary: break
        case .capitals: message.questions = [DNSQuestion(question.name.inCapitals, question.type)]
        case .second: message.questions = [DNSQuestion(Self.otherService, .ptr), question]
        case .unicast: message.questions = [DNSQuestion(question.name, question.type, wantsUnicast: true)]
        case .long:
            message.answers += (1...Self.others).map { number in
                let name = Array("Another accessory on a busy network, \(number)".utf8)
                return DNSRecord(question.name, .ptr(question.name.prefixed(by: name)), ttl: 4500)
            }
        }
        return message
    }

    /// A service that no accessory has.
    private static let otherService = DNSName("_assay-test._tcp.local")
    /// How many accessories a querier knows: their records take more than 1,000 bytes, and fit into one frame of Ethernet.
    private static let others = 20
}

extension DNSName {
    /// The name with its ASCII letters as capitals.
    fileprivate var inCapitals: DNSName {
        DNSName(labels: labels.map { label in label.map { (0x61...0x7a).contains($0) ? $0 - 0x20 : $0 } })
    }
}
