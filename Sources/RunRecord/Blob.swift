import Compression
import Foundation
import HAPModel

/// A body that is too large for a line of the journal. It is stored in `blobs/` under a name made from its content.
struct Blob {
    let name: String
    let bytes: Int
    /// Whether it is a text; otherwise it is JSON.
    let isText: Bool

    init(name: String, bytes: Int, isText: Bool) {
        self.name = name
        self.bytes = bytes
        self.isText = isText
    }

    /// The reference in the line.
    var json: JSON {
        .object(
            JSONObject(["blob": .string(name), "bytes": JSON(bytes), "text": .bool(isText)])
        )
    }

    /// Reads a reference from a line; `nil` if it is something else. Its name cannot lead out of the folder.
    init?(_ json: JSON) {
        guard let object = json.objectValue, object.keys == ["blob", "bytes", "text"],
            let name = object["blob"]?.stringValue, name.utf8.count >= 32, Hex.decode(name) != nil,
            !name.contains(" "), let bytes = object["bytes"]?.int64Value, let isText = object["text"]?.boolValue
        else { return nil }
        self.init(name: name, bytes: Int(clamping: bytes), isText: isText)
    }

    /// Writes the content, unless the file exists.
    func write(_ content: [UInt8], below folder: String) throws {
        let file = "\(folder)/blobs/\(name)"
        if FileManager.default.fileExists(atPath: file) { return }
        try FileManager.default.createDirectory(atPath: "\(folder)/blobs", withIntermediateDirectories: true)
        try Data(content).write(to: URL(fileURLWithPath: file), options: .atomic)
    }

    /// The content; `nil` if its file is missing or has another size.
    func content(below folder: String) -> JSON? {
        guard let content = file(below: folder), content.count == bytes else { return nil }
        return isText ? .string(String(decoding: content, as: UTF8.self)) : try? JSON.parse(content, maximumDepth: .max)
    }

    /// The bytes of its file, which is compressed if the run has ended.
    private func file(below folder: String) -> [UInt8]? {
        let path = "\(folder)/blobs/\(name)"
        if let plain = FileManager.default.contents(atPath: path) { return Array(plain) }
        guard let compressed = FileManager.default.contents(atPath: "\(path).gz"),
            let (content, isWhole) = try? Gzip.expanded(Array(compressed), limit: bytes), isWhole
        else { return nil }
        return content
    }

    /// Bodies of wire events above this size become blobs.
    static let threshold = 4096

    /// The body of a wire event with references instead of its large members.
    ///
    /// - Parameter store: takes each blob with its content.
    static func separated(from body: JSON, _ store: (Blob, [UInt8]) throws -> Void) rethrows -> JSON {
        guard case .object(var object) = body else { return body }
        for index in object.members.indices {
            let text: String
            let isText: Bool
            switch object.members[index].value {
            case .string(let value): (text, isText) = (value, true)
            case .array, .object: (text, isText) = (object.members[index].value.serialized(), false)
            case .null, .bool, .number: continue
            }
            guard text.utf8.count > threshold else { continue }
            let bytes = Array(text.utf8)
            let blob = Blob(name: ContentDigest.text(bytes), bytes: bytes.count, isText: isText)
            try store(blob, bytes)
            object.members[index].value = blob.json
        }
        return .object(object)
    }
}
