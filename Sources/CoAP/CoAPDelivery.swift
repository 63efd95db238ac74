/// How a request is sent, where that is not left to the endpoint.
package struct CoAPDelivery: Sendable {
    /// The block size of both bodies as a power of two (``CoAPBlock/sizeExponent``); `nil` sends 1024 bytes and asks for
    /// no size.
    package var sizeExponent: Int?
    /// The datagram of a message; `nil` encodes it as it is.
    package var encode: (@Sendable (CoAPMessage) -> [UInt8])?

    package init(sizeExponent: Int? = nil, encode: (@Sendable (CoAPMessage) -> [UInt8])? = nil) {
        self.sizeExponent = sizeExponent
        self.encode = encode
    }
}
