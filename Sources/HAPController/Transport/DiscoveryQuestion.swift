package import HAPModel
package import Measurement

/// A question for one of the records with which an accessory advertises itself.
package struct DiscoveryQuestion: Sendable, Hashable {
    /// What is asked for.
    package enum Subject: String, Sendable, Hashable, CaseIterable {
        /// The instances of the service.
        case service
        /// The services of the network.
        case services
        /// The records of the accessory's instance.
        case instance
        /// The addresses of its host.
        case host
    }

    /// Whether the asker says that it knows the record already.
    package enum Knowledge: String, Sendable, Hashable, CaseIterable {
        case unknown
        /// With the whole of its time to live left.
        case fresh
        /// With less than half of it left.
        case stale
    }

    /// A form in which queriers ask, and which each responder must understand.
    package enum Form: String, Sendable, Hashable, CaseIterable {
        /// One question for a name as the accessory writes it, and no more records than needed.
        case ordinary
        /// The name in capital letters (RFC 6762 16).
        case capitals
        /// Behind a question for another service (RFC 6762 5.3).
        case second
        /// With the bit that asks for an answer to the asker alone (RFC 6762 5.4).
        case unicast
        /// With more known answers of other accessories than the 512 bytes of plain DNS (RFC 6762 7.1, 17).
        case long
    }

    package var subject: Subject
    package var knowledge: Knowledge
    package var form: Form
    /// Whether it is asked from a private port instead of the port of the group.
    package var isPrivate: Bool
    /// Whether malformed messages are sent before it.
    package var followsMalformed: Bool

    package init(
        subject: Subject,
        knowledge: Knowledge = .unknown,
        form: Form = .ordinary,
        isPrivate: Bool = false,
        followsMalformed: Bool = false
    ) {
        self.subject = subject
        self.knowledge = knowledge
        self.form = form
        self.isPrivate = isPrivate
        self.followsMalformed = followsMalformed
    }
}

/// A name that an accessory advertises, and that another host may claim.
package enum ContestedName: String, Sendable, Hashable, CaseIterable {
    /// The name of its service.
    case instance
    /// The name of its host.
    case host
}

/// What became of a question.
package struct DiscoveryAnswer: Sendable {
    /// The fields of the answer; `nil` if none arrived in time.
    package var fields: JSONObject?
    /// When it arrived, and when the question was sent.
    package var at: Moment?
    package var asked: Moment?
    /// Why the question could not be sent.
    package var failure: String?
    /// The observer's numbers for the sent and received messages.
    package var evidence: [UInt64] = []

    package init(
        fields: JSONObject? = nil,
        at: Moment? = nil,
        asked: Moment? = nil,
        failure: String? = nil,
        evidence: [UInt64] = []
    ) {
        self.fields = fields
        self.at = at
        self.asked = asked
        self.failure = failure
        self.evidence = evidence
    }
}
