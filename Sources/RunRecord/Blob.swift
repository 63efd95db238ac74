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
        guard let data = FileManager.default.contents(atPath: "\(folder)/blobs/\(name)"), data.count == bytes else {
            return nil
        }
        return isText
            ? .string(String(decoding: data, as: UTF8.self)) : try? JSON.parse(Array(data), maximumDepth: .max)
    }
}
