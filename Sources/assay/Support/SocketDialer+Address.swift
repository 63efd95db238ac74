import ArgumentParser
import Links

extension SocketDialer {
    /// Dials what `--address` names.
    init(address: String) throws {
        guard let colon = address.lastIndex(of: ":"), let port = Int(address[address.index(after: colon)...]),
            (1...65535).contains(port),
            colon != address.startIndex
        else {
            throw ValidationError("--address is written HOST:PORT, as in 192.168.1.20:51826, not `\(address)`")
        }
        let host = String(address[..<colon])
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.init(host: isBracketed ? String(host.dropFirst().dropLast()) : host, port: port)
    }
}
