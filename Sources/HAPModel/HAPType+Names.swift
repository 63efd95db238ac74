/// Services that the sources name.
extension HAPType {
    /// Accessory Information.
    package static let accessoryInformation = HAPType(0x3E)
    /// Pairing.
    package static let pairing = HAPType(0x55)
    /// Stateless Programmable Switch.
    package static let statelessProgrammableSwitch = HAPType(0x89)
    /// HAP Protocol Information.
    package static let protocolInformation = HAPType(0xA2)
    /// Service Label.
    package static let serviceLabel = HAPType(0xCC)
    /// Valve.
    package static let valve = HAPType(0xD0)
    /// Camera RTP Stream Management.
    package static let cameraStreamManagement = HAPType(0x110)
    /// Microphone.
    package static let microphone = HAPType(0x112)
    /// Speaker.
    package static let speaker = HAPType(0x113)
    /// Doorbell.
    package static let doorbell = HAPType(0x121)
    /// Audio Stream Management.
    package static let audioStreamManagement = HAPType(0x127)
    /// Data Stream Transport Management.
    package static let dataStreamManagement = HAPType(0x129)

    /// Services for the protocol or for other services; they are not for users even if they have a Name.
    package static let technicalServices: Set<HAPType> = [
        accessoryInformation, pairing, protocolInformation, serviceLabel, cameraStreamManagement, microphone, speaker,
        audioStreamManagement, dataStreamManagement,
    ]
}

/// Characteristics that the sources name.
extension HAPType {
    /// Administrator Only Access.
    package static let administratorOnlyAccess = HAPType(0x01)
    /// Identify.
    package static let identify = HAPType(0x14)
    /// Manufacturer.
    package static let manufacturer = HAPType(0x20)
    /// Logs.
    package static let logs = HAPType(0x1F)
    /// Model.
    package static let model = HAPType(0x21)
    /// Name.
    package static let name = HAPType(0x23)
    /// Serial Number.
    package static let serialNumber = HAPType(0x30)
    /// Firmware Revision.
    package static let firmwareRevision = HAPType(0x52)
    /// Hardware Revision.
    package static let hardwareRevision = HAPType(0x53)
    /// Version.
    package static let version = HAPType(0x37)
    /// Selected RTP Stream Configuration.
    package static let selectedStreamConfiguration = HAPType(0x117)
    /// Setup Endpoints.
    package static let setupEndpoints = HAPType(0x118)
    /// Programmable Switch Event.
    package static let programmableSwitchEvent = HAPType(0x73)
    /// Service Label Index.
    package static let serviceLabelIndex = HAPType(0xCB)
    /// Temperature Display Units.
    package static let temperatureDisplayUnits = HAPType(0x36)
    /// Button Event.
    package static let buttonEvent = HAPType(0x126)
}
