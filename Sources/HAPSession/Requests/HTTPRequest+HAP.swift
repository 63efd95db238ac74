package import HAPModel
package import HTTPWire

/// The requests of HAP over IP (HAP R1 5.7, ADK R14 6.7).
extension HTTPRequest {
    /// Reads a path: `/accessories`.
    package static func get(_ path: String) -> HTTPRequest {
        HTTPRequest("GET", path)
    }

    /// Reads characteristics.
    package static func read(_ ids: [CharacteristicID], _ options: ReadOptions = ReadOptions()) -> HTTPRequest {
        HTTPRequest("GET", "/characteristics?id=\(ids.map(\.description).joined(separator: ","))\(options.query)")
    }

    /// Writes values and event states.
    ///
    /// - Parameter pid: the number of the previous prepare, for a timed write.
    package static func write(_ entries: [WriteEntry], pid: UInt64? = nil) -> HTTPRequest {
        var object = JSONObject(["characteristics": .array(entries.map(\.json))])
        if let pid { object["pid"] = JSON(pid) }
        return put("/characteristics", .object(object))
    }

    /// Prepares a timed write.
    ///
    /// - Parameter ttl: the time in which it may be executed, in milliseconds.
    package static func prepare(ttl: UInt64, pid: UInt64) -> HTTPRequest {
        put("/prepare", ["ttl": JSON(ttl), "pid": JSON(pid)])
    }

    /// Sends JSON to a path.
    package static func put(_ path: String, _ body: JSON) -> HTTPRequest {
        HTTPRequest("PUT", path, headers: [HTTPHeader("Content-Type", ContentType.json)], body: body.encoded())
    }

    /// Runs the identify routine of an unpaired accessory.
    package static func identify() -> HTTPRequest {
        HTTPRequest("POST", "/identify")
    }

    /// Sends a message of Pair Setup.
    package static func pairSetup(_ body: [UInt8]) -> HTTPRequest {
        post("/pair-setup", body)
    }

    /// Sends a message of Pair Verify.
    package static func pairVerify(_ body: [UInt8]) -> HTTPRequest {
        post("/pair-verify", body)
    }

    /// Adds, removes or lists pairings.
    package static func pairings(_ body: [UInt8]) -> HTTPRequest {
        post("/pairings", body)
    }

    private static func post(_ path: String, _ body: [UInt8]) -> HTTPRequest {
        HTTPRequest("POST", path, headers: [HTTPHeader("Content-Type", ContentType.tlv)], body: body)
    }
}
