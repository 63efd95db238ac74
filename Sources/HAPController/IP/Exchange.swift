package import HAPModel
package import HAPSession
package import HTTPWire
package import Links
package import Measurement

/// What one request, or other bytes that were sent, brought.
package struct Exchange: Sendable {
    /// How and when the connection ended.
    package struct Closing: Sendable, Equatable {
        package var closure: LinkClosure
        package var at: Moment
    }

    /// The answer; with ``failure`` it is never there.
    package var response: HTTPMessage?
    /// The answer and those that came behind it, in their order.
    package var answers: [HTTPMessage] = []
    /// Why there is no answer.
    package var failure: ExchangeFailure?
    /// Responses with status 100 to 199 that came before the answer.
    package var interim: [HTTPMessage] = []
    /// Responses that are not the answer: nobody asked for them, or too late, or they came behind it.
    package var strays: [HTTPMessage] = []
    /// What came of an answer that is not complete.
    package var partial: [UInt8] = []
    /// Just before the bytes were handed to the transport.
    package var sentAt: Moment
    /// When the first byte came after that.
    package var firstByteAt: Moment?
    /// When the last byte of the answer came.
    package var answeredAt: Moment?
    /// The end of the connection, if it is known.
    package var closed: Closing?
    /// The numbers under which the observer knows what belongs to it.
    package var evidence: [UInt64] = []

    /// What the answer says about characteristics.
    package var body: CharacteristicsBody { CharacteristicsBody(response?.body ?? []) }

    /// The items of the answer.
    package var tlv: TLV8 { TLV8(decoding: response?.body ?? []) }

    /// The entries of the answer.
    ///
    /// - Parameter written: what a request wrote, for which a 204 says that it was done.
    package func entries(written: [CharacteristicID] = []) -> [CharacteristicEntry] {
        guard response?.status == 204 else { return body.entries }
        return written.map { CharacteristicEntry(["aid": JSON($0.aid), "iid": JSON($0.iid), "status": 0]) }
    }
}
