package import Links

extension SocketDialer {
    /// Dials an address that is written `host:port`.
    ///
    /// - Parameter source: the option or the key that has it, for messages.
    /// - Throws: ``SetupError`` if the address is malformed.
    package init(address: String, from source: String = "--address") throws(SetupError) {
        if let scheme = address.firstRange(of: "://") {
            throw SetupError(
                .wrongArgument,
                "\(source) needs HOST:PORT without `\(address[..<scheme.upperBound])`; only `coap://` may stand before it, for Thread"
            )
        }
        guard let colon = address.lastIndex(of: ":"), let port = Int(address[address.index(after: colon)...]),
            colon != address.startIndex
        else {
            throw SetupError(
                .wrongArgument,
                "\(source) needs HOST:PORT, as in 192.168.1.20:51826, not `\(address)`"
            )
        }
        guard (1...65535).contains(port) else {
            throw SetupError(.wrongArgument, "\(source) needs HOST:PORT with a port from 1 to 65535, not `\(address)`")
        }
        let written = String(address[..<colon])
        let isBracketed = written.hasPrefix("[") && written.hasSuffix("]")
        let host = isBracketed ? String(written.dropFirst().dropLast()) : written
        guard isBracketed || !host.contains(":") else {
            throw SetupError(
                .wrongArgument,
                "an IPv6 address needs brackets around it, as in [fe80::1%eth0]:51826, not `\(address)`"
            )
        }
        let numeric = IPAddress(host)
        guard !isBracketed || numeric?.isVersion6 == true else {
            throw SetupError(.wrongArgument, "`\(host)` in `\(address)` is not an IPv6 address")
        }
        if let numeric, numeric.isVersion6, numeric.isLinkLocal, numeric.zone == nil {
            throw SetupError(
                .wrongArgument,
                "\(host) is valid on one link only; add the interface, as in [\(host)%eth0]:\(port)"
            )
        }
        if let problem = numeric?.zoneProblem(in: address) { throw SetupError(.wrongArgument, problem) }
        self.init(host: host, port: port)
    }
}
