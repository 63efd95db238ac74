import HAPModel
import HAPSession

/// The fields of the accessory's frames for monitors.
enum FrameCheck {
    /// A decrypted frame.
    static func opened(_ counter: UInt64, _ length: Int) -> JSONObject {
        JSONObject(["length": JSON(length), "opened": true, "plain": false])
    }

    /// A frame that could not be decrypted.
    static func failed(_ failure: FrameOpener.Failure) -> JSONObject {
        var fields = JSONObject([
            "opened": false,
            "plain": .bool(failure.raw.starts(with: "HTTP/".utf8) || failure.raw.starts(with: "EVENT/".utf8)),
        ])
        if failure.raw.count >= 2 { fields["length"] = JSON(Int(failure.raw[0]) | Int(failure.raw[1]) << 8) }
        if let how = otherwise(failure.diagnosis) { fields["opened-otherwise"] = .string(how) }
        if failure.hasCounterFromStart { fields["counter-restarted"] = true }
        return fields
    }

    private static func otherwise(_ diagnosis: String?) -> String? {
        guard let diagnosis else { return nil }
        if diagnosis.hasPrefix("with the key of the other direction") { return "swapped-keys" }
        if diagnosis == "if the length is not authenticated" { return "no-aad" }
        return diagnosis.hasPrefix("under counter") ? "other-counter" : nil
    }
}
