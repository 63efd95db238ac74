package import HAPController
package import HAPModel

/// Everything that the network shows of one accessory, for the document `survey`.
package struct SurveyElement: Sendable {
    private let survey: AdvertisementSurvey

    package init(_ survey: AdvertisementSurvey) {
        self.survey = survey
    }

    /// The element as documents see it.
    package var json: JSON {
        let namesakes = survey.sightings.filter { !$0.isHere }
        let names = Set(survey.sightings.filter(\.isHere).map(\.name)).sorted()
        let unreachable = namesakes.filter { $0.isReachable == false }.map(Self.words)
        return [
            "place": "the network", "names": Excerpt.json(names, limit: Self.limit),
            "elsewhere": Excerpt.json(namesakes.map(Self.words), limit: Self.limit),
            "routable": .bool(survey.sightings.contains(where: \.isRoutable)),
            "unreachable": Excerpt.json(unreachable, limit: Self.limit),
            "summary": .string(summary(names, namesakes)),
        ]
    }

    private static let limit = 8

    private static func words(_ sighting: AdvertisementSurvey.Sighting) -> String {
        "\(sighting.name) at \(sighting.place)"
    }

    private func summary(_ names: [String], _ namesakes: [AdvertisementSurvey.Sighting]) -> String {
        let own =
            names.isEmpty
            ? ["no service with the accessory's address and port"] : Excerpt.texts(names, limit: Self.limit)
        let others = namesakes.map { sighting in
            Self.words(sighting) + (sighting.isReachable == false ? ", which accepts no connection" : "")
        }
        let shared = Excerpt.texts(others, limit: Self.limit).map { "the same Device ID: \($0)" }
        return ([own.joined(separator: ", ")] + shared).joined(separator: "; ")
    }
}
