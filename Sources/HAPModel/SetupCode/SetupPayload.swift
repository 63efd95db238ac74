/// The content of an accessory's QR code or NFC tag: `X-HM://`, nine base-36 digits, setup ID.
///
/// The payload contains the setup code, so it is never printed either; ``withText(_:)`` gives access to the text.
package struct SetupPayload: Sendable, Hashable {
    /// The category that the accessory advertises as `ci`.
    package var category: UInt8
    /// `nil` while the accessory is paired, or outside NFC pairing mode: the code's field is then 0.
    package var setupCode: SetupCode?
    /// Links the payload to the advertised setup hash.
    package var setupID: SetupID
    /// Bit 28: it can be paired over IP.
    package var supportsIP: Bool
    /// Bit 29: it can be paired over Bluetooth LE.
    package var supportsBLE: Bool
    /// Bit 27: it is paired.
    package var isPaired: Bool
    /// Bit 30: Wi-Fi configuration (WAC) in older releases, else 0.
    package var bit30: Bool
    /// Bits 42-39, which are to be 0; four bits count.
    package var reserved: UInt8

    private static let prefix = "X-HM://"
    private static let highestCode: UInt64 = 99_999_999

    package init(
        category: UInt8,
        setupCode: SetupCode?,
        setupID: SetupID,
        supportsIP: Bool = false,
        supportsBLE: Bool = false,
        isPaired: Bool = false,
        bit30: Bool = false,
        reserved: UInt8 = 0
    ) {
        self.category = category
        self.setupCode = setupCode
        self.setupID = setupID
        self.supportsIP = supportsIP
        self.supportsBLE = supportsBLE
        self.isPaired = isPaired
        self.bit30 = bit30
        self.reserved = reserved & 15
    }

    /// Parses the 20 characters of a payload (HAP-SETUP-CODE-024 says what must be rejected).
    ///
    /// - Throws: ``SetupPayloadError``; its text never contains the payload.
    package init(decoding text: String) throws(SetupPayloadError) {
        let characters = Array(text.utf8)
        guard characters.starts(with: Self.prefix.utf8) else { throw SetupPayloadError(.prefix) }
        guard characters.count == 20 else { throw SetupPayloadError(.length) }
        var number: UInt64 = 0
        for (offset, character) in characters.enumerated().dropFirst(7) {
            guard let digit = Base36.value(of: character) else { throw SetupPayloadError(.character, offset: offset) }
            if offset < 16 { number = number * 36 + digit }
        }
        guard number >> 46 == 0 else { throw SetupPayloadError(.number) }
        guard number >> 43 == 0 else { throw SetupPayloadError(.version) }
        let code = number & 0x7ff_ffff
        guard code <= Self.highestCode else { throw SetupPayloadError(.setupCode) }
        guard let setupID = SetupID(String(text.suffix(4))) else { throw SetupPayloadError(.character, offset: 16) }
        self.init(
            category: UInt8(truncatingIfNeeded: number >> 31),
            setupCode: code == 0 ? nil : SetupCode(number: UInt32(code)),
            setupID: setupID,
            supportsIP: number >> 28 & 1 == 1,
            supportsBLE: number >> 29 & 1 == 1,
            isPaired: number >> 27 & 1 == 1,
            bit30: number >> 30 & 1 == 1,
            reserved: UInt8(number >> 39 & 15)
        )
    }

    /// Passes the 20 characters to a closure, which must not let them escape: they contain the setup code.
    package func withText<Result, Failure: Error>(_ body: (String) throws(Failure) -> Result) throws(Failure) -> Result
    {
        var number = UInt64(reserved & 15) << 39 | UInt64(category) << 31
        for (bit, isSet) in [(30, bit30), (29, supportsBLE), (28, supportsIP), (27, isPaired)] where isSet {
            number |= 1 << UInt64(bit)
        }
        number |= UInt64(setupCode?.withNumber { $0 } ?? 0)
        return try body(Self.prefix + Base36.encode(number, digits: 9) + setupID.text)
    }
}

extension SetupPayload: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(Self.prefix)•••••••••\(setupID)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["category": category, "setupID": setupID]) }
}
