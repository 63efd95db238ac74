import HAPModel

/// `POST /resource` of a camera (HAP R1 11.5).
extension IPAccessory {
    /// The largest picture, in pixels of each side.
    private static let largest: Int64 = 4096

    /// Answers with a picture of the size that the request names.
    mutating func snapshot(_ core: inout AccessoryCore, _ request: IPRequest, on connection: ConnectionID) -> IPReply {
        let json = try? JSON.parse(request.body)
        let (width, height) = (json?["image-width"]?.int64Value, json?["image-height"]?.int64Value)
        let isFormed = json?["resource-type"] == "image" && width != nil && height != nil
        if let refused = refusal(&core, .snapshotForm, unless: isFormed, .malformed, on: connection) { return refused }
        let isPossible = [width, height].allSatisfy { (1...Self.largest).contains($0 ?? 1) }
        if let refused = refusal(&core, .snapshotSize, unless: isPossible, .malformed, on: connection) {
            return refused
        }
        core.snapshots += 1
        return picture(
            width: Int(min(max(width ?? 320, 1), Self.largest)),
            height: Int(min(max(height ?? 240, 1), Self.largest)),
            way: core.behaviour(.snapshotImage, core.context(connection)),
            count: core.snapshots
        )
    }

    private func picture(width: Int, height: Int, way: String, count: Int) -> IPReply {
        var image = GrayImage(width: width, height: height, level: way == "stale" ? 0 : count % 64)
        if way == "other-size" { (image.width, image.height) = (640, 480) }
        if way == "turned" { swap(&image.width, &image.height) }
        var reply = IPReply(status: 200, contentType: "image/jpeg", body: image.file)
        switch way {
        case "octets": reply.contentType = "application/octet-stream"
        case "empty": reply.body = []
        case "cut": reply.body.removeLast(reply.body.count / 2)
        case "text": reply.body = Array("no picture".utf8)
        default: break
        }
        return reply
    }
}
