package import HAPModel

/// A change of the attribute database as sent; the accessory's behaviour does not change.
package struct DatabasePatch: Sendable, Equatable {
    package enum Action: Sendable, Equatable {
        /// Sets or adds members with these values.
        case set(JSONObject)
        /// Removes members.
        case drop([String])
        /// Duplicates members.
        case repeatMembers([String])
        /// Removes the object.
        case remove
        /// Adds the given number of copies of the object.
        case copies(Int)
        /// Adds a copy of the object with other members.
        case copy(JSONObject)
    }

    /// Which accessory objects; `nil` is any.
    package var accessory: UInt64?
    /// The service's type or name, if the patch is for services or characteristics.
    package var service: String?
    /// The characteristic's type or name, if the patch is for characteristics.
    package var characteristic: String?
    /// Whether only the first match is changed.
    package var onlyFirst: Bool
    package var action: Action
    /// Whether reads other than of the whole database show the change too.
    package var isPatchOfRoot: Bool

    /// The database with the change.
    ///
    /// - Parameter names: whether a text names the type of an object of the database.
    package func applied(to database: JSON, names: (String, String) -> Bool) -> JSON {
        guard case .object(var root) = database else { return database }
        if isPatchOfRoot { return .object(Self.changed(root, action)) }
        guard let objects = root["accessories"]?.arrayValue else { return database }
        var isSpent = false
        root["accessories"] = .array(
            patched(objects, isTarget: service == nil && characteristic == nil, spent: &isSpent) { object, spent in
                guard accessory == nil || object["aid"]?.uint64Value == accessory else { return nil }
                guard service != nil || characteristic != nil, let services = object["services"]?.arrayValue else {
                    return object
                }
                var object = object
                object["services"] = .array(patchedServices(services, names: names, spent: &spent))
                return object
            }
        )
        return .object(root)
    }

    private func patchedServices(
        _ services: [JSON],
        names: (String, String) -> Bool,
        spent: inout Bool
    ) -> [JSON] {
        patched(services, isTarget: characteristic == nil, spent: &spent) { object, spent in
            if let service {
                guard let type = object["type"]?.stringValue, names(service, type) else { return nil }
            }
            guard let characteristic, let members = object["characteristics"]?.arrayValue else { return object }
            var object = object
            object["characteristics"] = .array(
                patched(members, isTarget: true, spent: &spent) { member, _ in
                    guard let type = member["type"]?.stringValue, names(characteristic, type) else { return nil }
                    return member
                }
            )
            return object
        }
    }

    /// Visits the elements; `visit` returns the matching ones, with changes at deeper levels.
    private func patched(
        _ elements: [JSON],
        isTarget: Bool,
        spent: inout Bool,
        visit: (JSONObject, inout Bool) -> JSONObject?
    ) -> [JSON] {
        var result: [JSON] = []
        for element in elements {
            guard !(onlyFirst && spent), let object = element.objectValue, let visited = visit(object, &spent) else {
                result.append(element)
                continue
            }
            guard isTarget else {
                result.append(.object(visited))
                continue
            }
            spent = true
            result += Self.results(of: visited, action)
        }
        return result
    }

    private static func results(of object: JSONObject, _ action: Action) -> [JSON] {
        switch action {
        case .remove: []
        case .copies(let count): Array(repeating: .object(object), count: max(0, count) + 1)
        case .copy(let members): [.object(object), .object(changed(object, .set(members)))]
        case .set, .drop, .repeatMembers: [.object(changed(object, action))]
        }
    }

    private static func changed(_ object: JSONObject, _ action: Action) -> JSONObject {
        var object = object
        switch action {
        case .set(let members): for member in members.members { object[member.key] = member.value }
        case .drop(let keys): object.members.removeAll { keys.contains($0.key) }
        case .repeatMembers(let keys): object.members += object.members.filter { keys.contains($0.key) }
        case .remove, .copies, .copy: break
        }
        return object
    }
}
