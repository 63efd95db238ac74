import HAPPairing

extension AccessoryPairing {
    /// A controller's pairing with an accessory whose key is unknown or does not matter: pair-verify with it does not
    /// check the accessory's signature.
    init(of controller: ControllerIdentity) {
        self.init(accessoryID: "", accessoryLTPK: [], controller: controller, isAdmin: true)
    }
}
