/// The types of the TLV8 items by which a camera's streams are set up and controlled (HAP R1 8.75, 8.76).
package enum StreamItem {
    /// The items of Setup Endpoints (tables 8-10 and 8-13).
    package enum Endpoints {
        package static let session: UInt8 = 1
        package static let status: UInt8 = 2
        package static let address: UInt8 = 3
        package static let video: UInt8 = 4
        package static let audio: UInt8 = 5
        package static let videoSource: UInt8 = 6
        package static let audioSource: UInt8 = 7
    }

    /// The items of an address (table 8-11).
    package enum Address {
        package static let version: UInt8 = 1
        package static let text: UInt8 = 2
        package static let videoPort: UInt8 = 3
        package static let audioPort: UInt8 = 4
    }

    /// The items of SRTP parameters (table 8-12).
    package enum Security {
        package static let suite: UInt8 = 1
        package static let key: UInt8 = 2
        package static let salt: UInt8 = 3
    }

    /// The items of Selected RTP Stream Configuration (table 8-14).
    package enum Selection {
        package static let control: UInt8 = 1
        package static let video: UInt8 = 2
        package static let audio: UInt8 = 3
    }

    /// The items of session control (table 8-15).
    package enum Control {
        package static let session: UInt8 = 1
        package static let command: UInt8 = 2
    }
}
