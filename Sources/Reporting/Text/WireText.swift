import HAPModel
import Measurement
import RunRecord

/// A wire event in words, for failure texts and the trace.
///
/// The keys of the body are those that controllers record: `kind`, `connection`, `direction`, `summary`, `hex`,
/// `start`, `headers`, `deviations` (also in `http`), and `body`, `text` or `tlv`. Each may be missing, or be a
/// reference into `blobs/`.
struct WireText {
    let event: JournalEvent
    private let body: JSON

    init(_ event: JournalEvent) {
        self.event = event
        body = event.body
    }

    /// `→` for what the tester sent, `←` for what it received.
    var arrow: CleanText {
        switch body["direction"]?.stringValue {
        case "out": "→"
        case "in": "←"
        default: "·"
        }
    }

    var connection: CleanText { CleanText(body["connection"]?.stringValue ?? "-", limit: 40) }

    /// Whether the event is a decoded message, not the bytes that carried one.
    var isMessage: Bool { start != nil }

    private var start: String? { body["start"]?.stringValue }

    /// Whether these bytes only carried one of the messages: a frame that decrypted correctly, or the same bytes.
    ///
    /// - Parameter messages: the messages that are shown as well.
    func carried(oneOf messages: [WireText]) -> Bool {
        let candidates = messages.filter { message in
            ["connection", "direction", "session"].allSatisfy { message.body[$0] == body[$0] }
        }
        switch body["kind"]?.stringValue {
        case "frame":
            let isRight = body["opened"] != false && body["plain"] != true && body["opened-otherwise"] == nil
            guard isRight else { return false }
            // A sent message is recorded before its frames, a received message after them.
            let isSent = body["direction"]?.stringValue == "out"
            return candidates.contains { ($0.event.sequence < event.sequence) == isSent }
        case "bytes":
            guard let hex = body["hex"] else { return false }
            return candidates.contains { message in
                guard let bytes = hex.stringValue, let whole = message.body["hex"]?.stringValue else {
                    return message.body["hex"] == hex
                }
                return whole.hasPrefix(bytes) || whole.hasSuffix(bytes)
            }
        default: return false
        }
    }

    /// Whether the bytes are a frame of a session.
    var isFrame: Bool { body["kind"]?.stringValue == "frame" }

    /// The start line of a message, or a summary of the event.
    var headline: CleanText {
        let text = start ?? body["summary"]?.stringValue ?? body["kind"]?.stringValue ?? "bytes"
        return CleanText(text, limit: Self.lineLimit)
    }

    private static let lineLimit = 400
    private static let longestHead = 16 * 1024

    /// The header lines, at most eight of them.
    var headers: [CleanText] {
        let all: [String]
        if let members = body["headers"]?.objectValue?.members {
            all = members.map { "\($0.key): \(Self.plain($0.value))" }
        } else {
            all = (body["headers"]?.arrayValue ?? []).map { header in
                if let name = header["name"] ?? header[0] {
                    return "\(Self.plain(name)): \(Self.plain(header["value"] ?? header[1] ?? ""))"
                }
                return Self.plain(header)
            }
        }
        return all.prefix(8).map { CleanText($0, limit: 200) } + (all.count > 8 ? ["…"] : [])
    }

    /// The decoded content: TLV items, JSON or text; then the deviations of the message.
    var content: [CleanText] {
        var lines: [CleanText] = []
        if let items = body["tlv"]?.arrayValue {
            let shown = items.prefix(Self.mostItems).map(Self.item) + (items.count > Self.mostItems ? ["…"] : [])
            lines.append("tlv   \(items.isEmpty ? "no items" : shown.joined(separator: ", "))")
        }
        if let json = body["body"], !json.isNull {
            lines.append("\(Self.blob(json) == nil ? "json" : "body")  \(Self.bounded(json))")
        }
        if let text = body["text"], !text.isNull { lines.append("text  \(Self.bounded(text))") }
        // A summary says more than the start line alone.
        if let start, lines.isEmpty, let summary = body["summary"]?.stringValue, !start.hasPrefix(summary) {
            lines.append(CleanText(summary, limit: Self.lineLimit))
        }
        for deviation in deviations.prefix(4) {
            let place = deviation["offset"]?.int64Value.map { "at byte \($0): " } ?? ""
            let message = deviation["message"]?.stringValue ?? Self.plain(deviation)
            lines.append("off   \(CleanText(place + message, limit: 200))")
        }
        return lines
    }

    private var deviations: [JSON] { (body["deviations"] ?? body["http"]?["deviations"])?.arrayValue ?? [] }

    /// The raw bytes, at most `limit` of them.
    ///
    /// For a message with a start line, only the body is shown, because the start line is already shown. Nothing is
    /// shown of a right message whose decoded form is complete.
    func bytes(limit: Int) -> [CleanText] {
        guard !isSpelledOutByHeadline, let value = body["hex"], !value.isNull else { return [] }
        if let blob = Self.blob(value) { return [blob] }
        guard let text = value.stringValue, !text.isEmpty else { return [] }
        let count = text.utf8.count / 2
        // A message can have any size; the search for the start of its body is limited.
        let beginning = text.utf8.prefix(2 * (Self.longestHead + limit))
        guard let bytes = Hex.decode(String(decoding: beginning, as: UTF8.self)) else {
            return ["(the bytes are withheld)"]
        }
        var start = 0
        let isRight = isMessage && deviations.isEmpty
        if isRight || count > limit, let offset = HexDump.bodyOffset(bytes), offset < bytes.count { start = offset }
        if isRight, isSpelledOut || HexDump.bodyOffset(bytes) == bytes.count { return [] }
        let shown = min(bytes.count - start, limit)
        var lines = HexDump.lines(bytes, from: start, limit: limit).map { CleanText($0) }
        if shown < count { lines.append("(\(shown) of \(count) bytes)") }
        return lines
    }

    /// Whether ``headline`` says all that a right datagram does.
    private var isSpelledOutByHeadline: Bool {
        guard body["spelled-out"] == true, deviations.isEmpty, let text = body["summary"]?.stringValue else {
            return false
        }
        return text.utf8.count <= Self.lineLimit
    }

    /// Whether ``content`` shows the body unchanged.
    private var isSpelledOut: Bool {
        if let items = body["tlv"]?.arrayValue {
            return !items.isEmpty && items.count <= Self.mostItems && items.allSatisfy(Self.isWhole)
        }
        return body["body"] != nil || body["text"] != nil
    }

    private static let mostItems = 24

    /// Whether ``item(_:)`` shows the value of the TLV item.
    private static func isWhole(_ item: JSON) -> Bool {
        let hex = item["hex"]?.stringValue ?? ""
        return !hex.isEmpty && hex.utf8.count <= 16 && Hex.decode(hex) != nil
    }

    /// The first bytes on one line; for an HTTP message, those of its body: `06 01 04`. `nil` for bytes that are text, such
    /// as JSON or a message without a body: their decoded form says the same.
    func brief(limit: Int) -> CleanText? {
        guard let text = body["hex"]?.stringValue,
            let bytes = Hex.decode(String(decoding: text.utf8.prefix(2 * Self.longestHead), as: UTF8.self))
        else { return nil }
        let content = HexDump.bodyOffset(bytes).map { bytes.dropFirst($0) } ?? bytes[...]
        let shown = (content.isEmpty ? bytes[...] : content).prefix(limit)
        guard !shown.allSatisfy({ (0x20...0x7e).contains($0) || [0x09, 0x0a, 0x0d].contains($0) }) else { return nil }
        let rest = text.utf8.count / 2 - (shown.endIndex)
        return CleanText(shown.map { Hex.encode([$0]) }.joined(separator: " ")) + (rest > 0 ? " …" : "")
    }

    /// `State=01`, `Proof (64 bytes)`.
    private static func item(_ item: JSON) -> CleanText {
        let type = item["type"]?.int64Value.map { "type \($0)" }
        let name = CleanText(item["name"]?.stringValue ?? type ?? "item", limit: 60)
        if isWhole(item), let hex = item["hex"]?.stringValue { return "\(name)=\(hex)" }
        guard let length = item["length"]?.int64Value else { return name }
        return "\(name) (\(length) \(length == 1 ? "byte" : "bytes"))"
    }

    private static func bounded(_ value: JSON) -> CleanText {
        blob(value) ?? CleanText(plain(value), limit: lineLimit)
    }

    private static func plain(_ value: JSON) -> String { value.stringValue ?? value.serialized() }

    /// A body that is too large for a line of the journal is shown by its name only.
    private static func blob(_ value: JSON) -> CleanText? {
        guard let name = value["blob"]?.stringValue, let bytes = value["bytes"]?.int64Value else { return nil }
        return ("(\(bytes) bytes of text, in blobs/\(name))" as CleanText).bounded(200)
    }
}
