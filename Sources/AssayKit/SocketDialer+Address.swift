package import Links

extension SocketDialer {
    /// Dials an address that is written `host:port`.
    ///
    /// - Throws: ``SetupError`` if the address is malformed.
    package init(address: String) throws(SetupError) {
        guard let colon = address.lastIndex(of: ":"), let port = Int(address[address.index(after: colon)...]),
            (1...65535).contains(port),
            colon != address.startIndex
        else {
            throw SetupError(
                .wrongArgument,
                "--address needs HOST:PORT, as in 192.168.1.20:51826, not `\(address)`"
            )
        }
        let host = String(address[..<colon])
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.init(host: isBracketed ? String(host.dropFirst().dropLast()) : host, port: port)
    }
}
