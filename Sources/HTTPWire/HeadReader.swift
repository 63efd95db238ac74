/// Decodes the first line and the header fields and collects deviations from the grammar (RFC 7230 3).
struct HeadReader {
    /// The bytes from the message's first byte.
    let message: ArraySlice<UInt8>
    private(set) var deviations: [HTTPMessage.Deviation] = []

    init(_ message: ArraySlice<UInt8>) {
        self.message = message
    }

    mutating func deviate(_ offset: Int, _ text: String) {
        deviations.append(HTTPMessage.Deviation(offset: offset, message: text))
    }

    private func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
        message[(message.startIndex + range.lowerBound)..<(message.startIndex + range.upperBound)]
    }

    private func offset(_ index: Int) -> Int { index - message.startIndex }

    // MARK: - First line

    /// Checks the available part of a first line, so that garbage is detected before the line ends.
    static func checkBeginning(_ line: ArraySlice<UInt8>, at offset: Int, role: HTTPDecoder.Role) throws(HTTPError) {
        let mark = role == .requests ? ASCII.space : ASCII.slash
        let longest = 32
        let word = line.prefix(longest + 1).prefix { $0 != mark }
        if word.count > longest || !word.allSatisfy(\.isTokenCharacter) || word.isEmpty && !line.isEmpty {
            throw HTTPError(.startLine, offset: offset, role.complaint)
        }
    }

    mutating func statusLine(_ line: LineScanner.Line) throws(HTTPError) -> HTTPMessage {
        let text = bytes(line.text)
        let parts = text.split(separator: ASCII.space, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, let name = versionParts(parts[0]), parts[1].count == 3, parts[1].allSatisfy(\.isDigit),
            let status = Int(parts[1].text), status >= 100
        else { throw HTTPError(.startLine, offset: line.text.lowerBound, HTTPDecoder.Role.responses.complaint) }
        let reason = parts.count > 2 ? parts[2] : []
        if parts.count < 3 { deviate(line.text.upperBound, "no space after the status") }
        check(text: reason)
        let begin = line.text.lowerBound
        switch name.name {
        case "HTTP": if name.version != "1.1" { deviate(begin, "the version is \(name.version), not 1.1") }
        case "EVENT":
            if name.version != "1.0" { deviate(begin, "the version of the event is \(name.version), not 1.0") }
        default: deviate(begin, "the protocol is \(name.name), not HTTP or EVENT")
        }
        return makeMessage(.response(status: status, reason: reason.text), name)
    }

    mutating func requestLine(_ line: LineScanner.Line) throws(HTTPError) -> HTTPMessage {
        let text = bytes(line.text)
        guard let first = text.firstIndex(of: ASCII.space), let last = text.lastIndex(of: ASCII.space), first < last,
            first > text.startIndex, let name = versionParts(text[(last + 1)...])
        else { throw HTTPError(.startLine, offset: line.text.lowerBound, HTTPDecoder.Role.requests.complaint) }
        let target = text[(first + 1)..<last]
        if let blank = target.firstIndex(where: { $0 == ASCII.space || !$0.isText }) {
            deviate(offset(blank), "the request target contains a space or a control character")
        }
        if target.isEmpty { deviate(offset(first + 1), "the request has no target") }
        if name != ("HTTP", "1.1") {
            deviate(offset(last + 1), "the version is \(name.name)/\(name.version), not HTTP/1.1")
        }
        return makeMessage(.request(method: text[..<first].text, target: target.text), name)
    }

    private func makeMessage(_ start: HTTPMessage.Start, _ name: (name: String, version: String)) -> HTTPMessage {
        HTTPMessage(
            start: start,
            protocolName: name.name,
            version: name.version,
            headers: [],
            trailers: [],
            framing: .none,
            body: [],
            raw: [],
            deviations: []
        )
    }

    /// The two parts around the slash.
    private func versionParts(_ text: ArraySlice<UInt8>) -> (name: String, version: String)? {
        guard let slash = text.firstIndex(of: ASCII.slash), slash > text.startIndex, slash + 1 < text.endIndex,
            text[..<slash].allSatisfy(\.isTokenCharacter)
        else { return nil }
        return (text[..<slash].text, text[(slash + 1)...].text)
    }

    // MARK: - Fields

    mutating func fields(_ lines: ArraySlice<LineScanner.Line>) -> [HTTPHeader] {
        var fields: [HTTPHeader] = []
        for line in lines {
            let text = bytes(line.text)
            let raw = bytes(line.text.lowerBound..<line.end)
            if text.first?.isBlank == true {
                deviate(line.text.lowerBound, "the header field is folded onto another line")
                guard let last = fields.indices.last else { continue }
                fields[last].value += " \(text.trimmed.text)"
                fields[last].raw = message[fields[last].raw.startIndex..<raw.endIndex]
                continue
            }
            fields.append(field(text, raw: raw))
        }
        return fields
    }

    private mutating func field(_ text: ArraySlice<UInt8>, raw: ArraySlice<UInt8>) -> HTTPHeader {
        guard let colon = text.firstIndex(of: ASCII.colon) else {
            deviate(offset(text.startIndex), "the header field has no colon")
            return HTTPHeader("", text.trimmed.text, raw: raw)
        }
        let name = text[..<colon]
        let value = text[(colon + 1)...].trimmed
        if name.last?.isBlank == true { deviate(offset(colon - 1), "white space precedes the colon") }
        if name.isEmpty || !name.trimmed.allSatisfy(\.isTokenCharacter) {
            deviate(offset(text.startIndex), "the header field's name contains an invalid character")
        }
        check(text: value)
        return HTTPHeader(name.trimmed.text, value.text, raw: raw)
    }

    private mutating func check(text: ArraySlice<UInt8>) {
        if let odd = text.firstIndex(where: { !$0.isText }) {
            deviate(offset(odd), "the line contains a control character")
        } else if let odd = text.firstIndex(where: { $0 >= 0x80 }) {
            deviate(offset(odd), "the line contains a byte that is not ASCII")
        }
    }

    /// Records lines that do not end with carriage return and line feed.
    mutating func checkEnds(_ lines: ArraySlice<LineScanner.Line>, end: Int) {
        for line in lines where line.end - line.text.upperBound < 2 {
            deviate(line.text.upperBound, "the line ends without a carriage return")
        }
        if let last = lines.last, end - last.end < 2 { deviate(last.end, "the line ends without a carriage return") }
    }
}
