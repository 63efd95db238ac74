package import HAPModel
package import MarkedYAML

extension AccessoryDefinition {
    /// Reads an accessory from its file; absent members are taken from the catalogue.
    ///
    /// - Throws: ``YAMLProblem`` with file, line and column.
    package init(_ text: String, file: String, catalogue: Catalogue) throws(YAMLProblem) {
        let root = try YAMLNode.load(text, file: file)
            .mapping(allowing: [
                "name", "category", "setup-code", "displays-setup-code", "software-authentication", "setup-id",
                "accessories", "behaviours", "update",
            ])
        name = try root.required("name").string()
        category = try root.required("category").integer(in: 1...65_535)
        let code = try root.required("setup-code")
        guard let setupCode = SetupCode(try code.string()), !setupCode.isForbidden else {
            throw YAMLProblem(code.mark, "expected a setup code XXX-XX-XXX other than the twelve forbidden ones")
        }
        self.setupCode = setupCode
        displaysSetupCode = try root["displays-setup-code"]?.bool() ?? false
        hasSoftwareAuthentication = try root["software-authentication"]?.bool() ?? false
        setupID = try root["setup-id"].map { (node) throws(YAMLProblem) in try Self.setupID(node) }
        objects = []
        for node in try root.required("accessories").list() {
            let object = try ObjectDefinition(node, catalogue: catalogue)
            guard !objects.contains(where: { $0.aid == object.aid }) else {
                throw YAMLProblem(node.mark, "duplicate aid \(object.aid)")
            }
            objects.append(object)
        }
        behaviours = []
        for node in try root["behaviours"]?.list() ?? [] {
            let behaviour = try Behaviour(node)
            behaviours.append(behaviour)
            for id in behaviour.characteristics where characteristic(id) == nil {
                throw YAMLProblem(node.mark, "the accessory has no characteristic \(id)")
            }
        }
        update = try root["update"].map { (node) throws(YAMLProblem) in try readUpdate(node) }
    }

    private func readUpdate(_ node: YAMLNode) throws(YAMLProblem) -> Update {
        let mapping = try node.mapping(allowing: ["firmware-before", "added"])
        var added: [UInt64] = []
        for node in try mapping.required("added").list() {
            let aid = try node.instanceID()
            guard aid != 1, objects.contains(where: { $0.aid == aid }) else {
                throw YAMLProblem(node.mark, "expected the aid of an accessory object other than 1")
            }
            added.append(aid)
        }
        return Update(firmware: try mapping.required("firmware-before").string(), added: added)
    }

    private static func setupID(_ node: YAMLNode) throws(YAMLProblem) -> String {
        let text = try node.string()
        let isLetterOrDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) }
        guard text.utf8.count == 4, text.utf8.allSatisfy(isLetterOrDigit) else {
            throw YAMLProblem(node.mark, "a setup ID has four characters from 0-9 and A-Z")
        }
        return text
    }
}

extension ObjectDefinition {
    init(_ node: YAMLNode, catalogue: Catalogue) throws(YAMLProblem) {
        let mapping = try node.mapping(allowing: ["aid", "services"])
        let aid = try mapping.required("aid").instanceID()
        var services: [ServiceDefinition] = []
        var seen: Set<UInt64> = []
        for node in try mapping.required("services").list() {
            let service = try ServiceDefinition(node, aid: aid, catalogue: catalogue)
            for iid in [service.iid] + service.characteristics.map(\.id.iid) where !seen.insert(iid).inserted {
                throw YAMLProblem(node.mark, "duplicate iid \(iid) in the accessory object \(aid)")
            }
            services.append(service)
        }
        for (service, node) in zip(services, try mapping.required("services").list()) {
            for link in service.linked where link == service.iid || !services.contains(where: { $0.iid == link }) {
                throw YAMLProblem(node.mark, "`linked` names \(link), which is not another service of the object")
            }
        }
        self.init(aid: aid, services: services)
    }
}

extension ServiceDefinition {
    init(_ node: YAMLNode, aid: UInt64, catalogue: Catalogue) throws(YAMLProblem) {
        let mapping = try node.mapping(
            allowing: ["type", "iid", "primary", "hidden", "linked", "characteristics"]
        )
        let typeNode = try mapping.required("type")
        let name = try typeNode.string()
        let known = catalogue.service(named: name)
        if let known {
            type = known.type
        } else if let custom = HAPType(name), !custom.isApple {
            type = custom
        } else {
            throw YAMLProblem(
                typeNode.mark,
                "`\(name)` is neither a service of the catalogue nor a vendor's UUID\(catalogue.hint(forService: name))"
            )
        }
        self.name = known?.name ?? name
        iid = try mapping.required("iid").instanceID()
        isPrimary = try mapping["primary"]?.bool() ?? false
        isHidden = try mapping["hidden"]?.bool() ?? false
        linked = []
        for link in try mapping["linked"]?.list() ?? [] { linked.append(try link.instanceID()) }
        characteristics = []
        for node in try mapping.required("characteristics").list() {
            characteristics.append(try CharacteristicDefinition(node, aid: aid, catalogue: catalogue))
        }
    }
}
