/// One DNS message, as multicast DNS sends them in datagrams (RFC 1035 4.1, RFC 6762 18).
package struct DNSMessage: Hashable, Sendable {
    package var id: UInt16
    /// The sixteen flag bits after the id.
    package var flags: UInt16
    package var questions: [DNSQuestion]
    package var answers: [DNSRecord]
    package var authorities: [DNSRecord]
    package var additionals: [DNSRecord]

    /// The flags of an answer: a response, and authoritative.
    package static let answerFlags: UInt16 = 0x8400

    package init(
        id: UInt16 = 0,
        flags: UInt16 = 0,
        questions: [DNSQuestion] = [],
        answers: [DNSRecord] = [],
        authorities: [DNSRecord] = [],
        additionals: [DNSRecord] = []
    ) {
        self.id = id
        self.flags = flags
        self.questions = questions
        self.answers = answers
        self.authorities = authorities
        self.additionals = additionals
    }

    /// Whether the message is a response.
    package var isResponse: Bool { flags & 0x8000 != 0 }

    /// The records of all sections.
    package var records: [DNSRecord] { answers + authorities + additionals }
}
