import Foundation
import HAPModel

/// A body that was too large for its line: it lies in `blobs/` under a name made from its content.
struct Blob {
    let name: String
    let bytes: Int
    /// Whether it stands for a text; otherwise it is JSON.
    let isText: Bool

    init(name: String, bytes: Int, isText: Bool) {
        self.name = name
        self.bytes = bytes
        self.isText = isText
    }

    /// What stands in the line instead of it.
    var json: JSON {
        .object(
            JSONObject(["blob": .string(name), "bytes": JSON(bytes), "text": .bool(isText)])
        )
    }

    /// Reads what stands in a line; `nil` if it is anything else. A name can lead nowhere but into the folder.
    init?(_ json: JSON) {
        guard let object = json.objectValue, object.keys == ["blob", "bytes", "text"],
            let name = object["blob"]?.stringValue, name.utf8.count >= 32, Hex.decode(name) != nil,
            !name.contains(" "), let bytes = object["bytes"]?.int64Value, let isText = object["text"]?.boolValue
        else { return nil }
        self.init(name: name, bytes: Int(clamping: bytes), isText: isText)
    }

    /// Writes the content, unless it is there already.
    func write(_ content: [UInt8], below folder: String) throws {
        let file = "\(folder)/blobs/\(name)"
        if FileManager.default.fileExists(atPath: file) { return }
        try FileManager.default.createDirectory(atPath: "\(folder)/blobs", withIntermediateDirectories: true)
        try Data(content).write(to: URL(fileURLWithPath: file), options: .atomic)
    }

    /// The value that it stands for; `nil` if its file is not there or was changed in size.
    func content(below folder: String) -> JSON? {
        guard let data = FileManager.default.contents(atPath: "\(folder)/blobs/\(name)"), data.count == bytes else {
            return nil
        }
        return isText
            ? .string(String(decoding: data, as: UTF8.self)) : try? JSON.parse(Array(data), maximumDepth: .max)
    }
}
