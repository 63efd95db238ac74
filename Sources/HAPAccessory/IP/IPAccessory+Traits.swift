import HAPModel
import HAPSession
import HTTPWire

extension IPAccessory {
    private static let many = 100
    private static let deep = 32
    private static let members: Set<String> = ["characteristics", "pid", "ttl"]
    private static let entryMembers: Set<String> = ["aid", "iid", "value", "ev", "authData", "remote", "r"]

    /// The unusual traits of a request; they are computed only if a defect may need them.
    func traits(_ core: inout AccessoryCore, of message: HTTPMessage, _ request: IPRequest) -> Set<RequestTrait> {
        guard !core.defects.isConformant else { return [] }
        var traits: Set<RequestTrait> = []
        func note(_ trait: RequestTrait, if isThere: Bool) { if isThere { traits.insert(trait) } }
        let type = message.headers["Content-Type"]
        note(.noContentType, if: type == nil && !request.body.isEmpty)
        note(.contentTypeParameter, if: type?.contains(";") == true)
        note(.fullFrames, if: message.raw.count.isMultiple(of: FrameFormat.maximumText))
        note(.noHost, if: message.headers["Host"] == nil)
        note(.emptyBody, if: request.body.isEmpty)
        note(.noLength, if: message.framing == .none)
        note(.chunked, if: message.framing == .chunked)
        note(.upgrade, if: message.headers["Upgrade"] != nil)
        note(.leadingLine, if: message.raw.first == 0x0d || message.raw.first == 0x0a)
        let methods = IPRequest.methods(of: request.path, on: core.definition)
        note(.wrongMethod, if: methods?.contains(request.method) == false)
        let normalized = IPRequest.normalized(request.path)
        let isOdd = methods == nil && IPRequest.methods(of: normalized, on: core.definition) != nil
        note(.oddPath, if: isOdd)
        note(.unknownPath, if: methods == nil && !isOdd)
        let target = message.target ?? ""
        note(.noPath, if: methods == nil && !isOdd && (!target.hasPrefix("/") || target.hasPrefix("//")))
        noteQuery(message, request, &traits)
        if request.path == "/pairings" {
            traits.formUnion(RequestTrait.traits(ofPairings: TLV8(decoding: request.body)))
        }
        noteBody(request.body, &traits)
        return traits
    }

    private func noteQuery(_ message: HTTPMessage, _ request: IPRequest, _ traits: inout Set<RequestTrait>) {
        guard let query = request.query else { return }
        let ids = (request.parameter("id") ?? "").split(separator: ",")
        if ids.count > 1 { traits.insert(.severalIDs) }
        if ids.count > Self.many { traits.insert(.manyIDs) }
        if Set(ids).count < ids.count { traits.insert(.duplicateID) }
        if query.first?.name != "id", !ids.isEmpty { traits.insert(.idNotFirst) }
        if message.target?.contains("%") == true { traits.insert(.percentSign) }
        if query.contains(where: { !Self.parameters.contains($0.name) }) { traits.insert(.unknownParameter) }
    }

    private func noteBody(_ body: [UInt8], _ traits: inout Set<RequestTrait>) {
        guard body.first.map({ $0 == 0x7b || $0 == 0x20 || $0 == 0x09 || $0 == 0x0d || $0 == 0x0a }) == true else {
            return
        }
        if Self.depth(of: body) > Self.deep { traits.insert(.deepNesting) }
        let hasEscapes = body.contains(UInt8(ascii: "\\"))
        if hasEscapes, [#"{"\u"#, #","\u"#].contains(where: { body.firstRange(of: Array($0.utf8)) != nil }) {
            traits.insert(.escapedKey)
        }
        if hasEscapes, body.firstRange(of: Array(#"\ud83d"#.utf8)) != nil { traits.insert(.escapedPair) }
        guard let root = (try? JSON.parse(body))?.objectValue else { return }
        if JSON.object(root).encoded().count != body.count { traits.insert(.whiteSpace) }
        if root.keys.contains(where: { !Self.members.contains($0) }) { traits.insert(.unknownMember) }
        if root["pid"] != nil, root["ttl"] == nil { traits.insert(.execution) }
        guard let entries = root["characteristics"]?.arrayValue else { return }
        if entries.isEmpty { traits.insert(.emptyList) }
        if entries.count > 1 { traits.insert(.severalEntries) }
        if entries.count > Self.many { traits.insert(.manyEntries) }
        let places = entries.map { "\($0["aid"]?.serialized() ?? "").\($0["iid"]?.serialized() ?? "")" }
        if Set(places).count < places.count { traits.insert(.repeatedEntry) }
        for entry in entries {
            let keys = entry.objectValue?.keys ?? []
            if keys.contains(where: { !Self.entryMembers.contains($0) }) { traits.insert(.unknownMember) }
            if entry["ev"]?.numberValue != nil { traits.insert(.numberFlag) }
            if entry["ev"] != nil, entry["value"] != nil { traits.insert(.valueAndFlag) }
            guard let number = entry["value"]?.numberValue else { continue }
            if number.isIntegerSpelling { traits.insert(.wholeNumber) }
            if number.spelling.contains(where: { $0 == "e" || $0 == "E" }) { traits.insert(.exponent) }
        }
    }

    /// How deep brackets are nested, outside strings.
    private static func depth(of text: [UInt8]) -> Int {
        var (depth, deepest) = (0, 0)
        var (isString, isEscaped) = (false, false)
        for byte in text {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case 0x5c where isString: isEscaped = true
            case 0x22: isString.toggle()
            case 0x5b, 0x7b:
                if !isString { depth += 1 }
                deepest = max(deepest, depth)
            case 0x5d, 0x7d: if !isString { depth -= 1 }
            default: break
            }
        }
        return deepest
    }
}
