import Foundation
import HAPModel
import HAPSession
import HTTPWire
import Links
import Measurement
import Testing

@testable import HAPController
@testable import Observations

/// Real values for observations: messages as the decoder reads them, exchanges as a connection fills them.
enum Sample {
    static let within = Duration.seconds(10)

    /// A moment, in milliseconds from the first one.
    static func moment(_ milliseconds: Int64) -> Moment { Moment(nanoseconds: milliseconds * 1_000_000) }

    static func message(_ response: HTTPResponse) throws -> HTTPMessage {
        var decoder = HTTPDecoder(.responses)
        return try #require(decoder.feed(response.encoded()).first)
    }

    /// A response with a body of JSON.
    static func message(_ status: Int, json: String) throws -> HTTPMessage {
        let headers = [HTTPHeader("Content-Type", "application/hap+json")]
        return try message(HTTPResponse(status, headers: headers, body: Array(json.utf8)))
    }

    /// An exchange that began at 0 ms and was answered at 20 ms.
    ///
    /// - Parameters:
    ///   - asked: the characteristics that the request named.
    ///   - isWrite: whether it wrote.
    static func exchange(
        _ answers: [HTTPMessage] = [],
        asked: [CharacteristicID] = [],
        isWrite: Bool = false
    ) -> Exchange {
        var exchange = HTTPExchange(sentAt: moment(0))
        exchange.answers = answers.map { HTTPAnswer($0) }
        exchange.timing.answered = answers.isEmpty ? nil : moment(20)
        exchange.evidence = [4, 5]
        return Exchange(exchange, asked: asked, isWrite: isWrite)
    }

    static func exchange(_ answer: HTTPMessage) -> Exchange { exchange([answer]) }

    /// An exchange without an answer.
    static func silence(_ failure: ExchangeFailure) -> Exchange {
        var exchange = exchange()
        exchange.failure = failure
        return exchange
    }

    /// One accessory with one service that has these characteristics.
    static func database(_ characteristics: JSON...) -> AttributeDatabase {
        let service: JSON = ["iid": 1, "type": "43", "characteristics": .array(characteristics)]
        return AttributeDatabase(["accessories": [["aid": 1, "services": [service]]]])
    }

    /// The catalogue of the project.
    static func catalogue() throws -> Catalogue {
        func items(_ name: String) throws -> JSON {
            try JSON.parse([UInt8](try Data(contentsOf: suites.appending(path: "catalogue/\(name).json"))))
        }
        return try Catalogue(
            services: items("services"),
            characteristics: items("characteristics"),
            categories: items("categories")
        )
    }

    private static let suites = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Suites")
}

extension JSON {
    /// The members with these keys, in the order of the keys; missing ones are left out.
    func only(_ keys: String...) -> JSON {
        .object(JSONObject(members: keys.compactMap { key in self[key].map { .init(key: key, value: $0) } }))
    }
}
