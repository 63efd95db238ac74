package import HAPModel

extension AccessoryCore {
    /// The attribute database as it appears to the controller on the connection.
    package mutating func database(on connection: ConnectionID) -> JSON {
        if omits(.eventKeepAtDatabase, context(connection)) { connections[connection]?.changes = [] }
        var objects: [JSON] = []
        for object in definition.objects {
            var services: [JSON] = []
            for service in object.services { services.append(describe(service, on: connection)) }
            objects.append(["aid": JSON(object.aid), "services": .array(services)])
        }
        var database: JSON = ["accessories": .array(objects)]
        let names = typeNames
        for case .database(let patch) in defects.changes(at: "database", context(connection)) {
            database = patch.applied(to: database) { text, type in
                HAPType(type).map { names[$0]?.contains(text) ?? false || HAPType(text) == $0 } ?? false
            }
        }
        return database
    }

    /// The definition's names of its types.
    private var typeNames: [HAPType: Set<String>] {
        var names: [HAPType: Set<String>] = [:]
        for service in definition.objects.flatMap(\.services) {
            names[service.type, default: []].formUnion([service.name, Catalogue.word(service.name)])
            for characteristic in service.characteristics {
                names[characteristic.type, default: []]
                    .formUnion([characteristic.name, Catalogue.word(characteristic.name)])
            }
        }
        return names
    }

    private mutating func describe(_ service: ServiceDefinition, on connection: ConnectionID) -> JSON {
        var object = JSONObject([
            "iid": JSON(service.iid), "type": .string(service.type.short), "primary": .bool(service.isPrimary),
            "hidden": .bool(service.isHidden),
        ])
        if !service.linked.isEmpty { object["linked"] = .array(service.linked.map { JSON($0) }) }
        var characteristics: [JSON] = []
        for characteristic in service.characteristics {
            characteristics.append(describe(characteristic, on: connection))
        }
        object["characteristics"] = .array(characteristics)
        return .object(object)
    }

    private mutating func describe(_ definition: CharacteristicDefinition, on connection: ConnectionID) -> JSON {
        var object = JSONObject(["iid": JSON(definition.id.iid), "type": .string(definition.type.short)])
        object["perms"] = definition.shownPermissions
        object["format"] = .string(definition.format.rawValue)
        let context = context(connection, definition)
        if definition.has(.pairedRead) {
            let isInitial = behaviour(.databaseValue, context) == "initial"
            let mayRead = refusal(.readAdministrator, unless: mayUse(definition, context), .writeOnly, context) == nil
            let value = isInitial ? definition.value ?? .null : seenValue(of: definition, on: connection)
            object["value"] = mayRead && isReachable(definition.id) ? value : .null
        }
        if definition.has(.events) { object["ev"] = .bool(showsSubscription(definition.id, on: connection)) }
        if let summary = definition.summary { object["description"] = .string(summary) }
        for member in definition.metadata.members { object[member.key] = member.value }
        if let maxDataLen = definition.maxDataLen { object["maxDataLen"] = JSON(maxDataLen) }
        if let values = definition.validValues { object["valid-values"] = .array(values.map { JSON($0) }) }
        return .object(object)
    }
}

extension CharacteristicDefinition {
    /// The members that `meta=1` requests.
    package var metadata: JSONObject {
        var object = JSONObject()
        if let unit { object["unit"] = .string(unit.rawValue) }
        if let minValue { object["minValue"] = .number(minValue) }
        if let maxValue { object["maxValue"] = .number(maxValue) }
        if let minStep { object["minStep"] = .number(minStep) }
        if let maxLen { object["maxLen"] = JSON(maxLen) }
        return object
    }

    /// The permissions as listed in the database.
    package var shownPermissions: JSON { .array(permissions.map { .string($0.rawValue) }) }
}
