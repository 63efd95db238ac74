import HAPModel
import MarkedYAML

extension DefectOccasion {
    /// The occasions among the conditions of a defect.
    static func all(in mapping: YAMLMapping) throws(YAMLProblem) -> [DefectOccasion] {
        var occasions: [DefectOccasion] = []
        if let node = mapping["accessory"] { occasions.append(.accessory(try node.instanceID())) }
        if let node = mapping["format"] {
            let names = CharacteristicFormat.allCases.map(\.rawValue)
            var formats: [CharacteristicFormat] = []
            for element in node.listOrOne {
                formats.append(CharacteristicFormat(rawValue: try element.word(of: names)))
            }
            occasions.append(.formats(formats))
        }
        if let node = mapping["session"] {
            let word = try node.word(of: SessionPlace.allCases.map(\.rawValue))
            occasions += SessionPlace(rawValue: word).map { [.session($0)] } ?? []
        }
        if let node = mapping["entry"] {
            let word = try node.word(of: EntryPlace.allCases.map(\.rawValue))
            occasions += EntryPlace(rawValue: word).map { [.entry($0)] } ?? []
        }
        if let node = mapping["after"] {
            let (word, value) = try node.choice(["refusal", "restart"], ["requests", "seconds"])
            switch word {
            case "requests": occasions.append(.afterRequests(try value.count()))
            case "seconds": occasions.append(.afterSeconds(try value.count()))
            case "restart": occasions.append(.afterRestart)
            default: occasions.append(.afterRefusal)
            }
        }
        if let node = mapping["value"] {
            let word = try node.word(of: ValueTrait.allCases.map(\.rawValue))
            occasions += ValueTrait(rawValue: word).map { [.value($0)] } ?? []
        }
        if let node = mapping["over"] { occasions.append(.over(try node.word(of: transports))) }
        return occasions
    }
}
