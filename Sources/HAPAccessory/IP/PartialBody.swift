import HAPModel

/// The part of a malformed JSON body that a lax accessory decodes: the write objects before the error.
enum PartialBody {
    static func entries(of body: [UInt8]) -> [JSON] {
        var entries: [JSON] = []
        var start: Int?
        for (index, byte) in body.enumerated() {
            if byte == 0x7b { start = index }
            if byte == 0x7d, let begin = start {
                if let entry = try? JSON.parse(Array(body[begin...index])) { entries.append(entry) }
                start = nil
            }
        }
        return entries
    }
}
