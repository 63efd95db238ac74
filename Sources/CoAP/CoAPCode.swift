/// The code of a message: a method of a request, or the status of a response (RFC 7252 12.1).
package struct CoAPCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The class in the upper three bits, the detail in the lower five.
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// - Parameter detail: 0 to 31.
    private init(_ codeClass: UInt8, _ detail: UInt8) {
        rawValue = codeClass << 5 | detail
    }

    package static let empty = CoAPCode(0, 0)

    package static let get = CoAPCode(0, 1)
    package static let post = CoAPCode(0, 2)
    package static let put = CoAPCode(0, 3)
    package static let delete = CoAPCode(0, 4)

    package static let created = CoAPCode(2, 1)
    package static let deleted = CoAPCode(2, 2)
    package static let valid = CoAPCode(2, 3)
    package static let changed = CoAPCode(2, 4)
    package static let content = CoAPCode(2, 5)
    /// The next block of a request is expected (RFC 7959 2.9.1).
    package static let `continue` = CoAPCode(2, 31)

    package static let badRequest = CoAPCode(4, 0)
    package static let unauthorized = CoAPCode(4, 1)
    package static let badOption = CoAPCode(4, 2)
    package static let forbidden = CoAPCode(4, 3)
    package static let notFound = CoAPCode(4, 4)
    package static let methodNotAllowed = CoAPCode(4, 5)
    package static let notAcceptable = CoAPCode(4, 6)
    /// A block of a request is missing (RFC 7959 2.9.2).
    package static let requestEntityIncomplete = CoAPCode(4, 8)
    package static let requestEntityTooLarge = CoAPCode(4, 13)

    package static let internalServerError = CoAPCode(5, 0)
    package static let notImplemented = CoAPCode(5, 1)
    package static let serviceUnavailable = CoAPCode(5, 3)

    /// 0 for requests, 2 for success, 4 and 5 for errors; the others are reserved.
    package var codeClass: UInt8 { rawValue >> 5 }
    package var detail: UInt8 { rawValue & 0x1f }

    package var isRequest: Bool { codeClass == 0 && rawValue != 0 }
    package var isResponse: Bool { codeClass == 2 || codeClass == 4 || codeClass == 5 }
    package var isSuccess: Bool { codeClass == 2 }

    /// The registered name; `nil` for other codes.
    package var name: String? { Self.names[self] }

    /// `2.04 Changed`, or `POST`, or the number alone.
    package var description: String {
        if let name, isRequest { return name }
        let number = "\(codeClass).\(detail < 10 ? "0" : "")\(detail)"
        return name.map { "\(number) \($0)" } ?? number
    }

    private static let names: [CoAPCode: String] = [
        .empty: "Empty", .get: "GET", .post: "POST", .put: "PUT", .delete: "DELETE", .created: "Created",
        .deleted: "Deleted", .valid: "Valid", .changed: "Changed", .content: "Content", .continue: "Continue",
        .badRequest: "Bad Request", .unauthorized: "Unauthorized", .badOption: "Bad Option", .forbidden: "Forbidden",
        .notFound: "Not Found", .methodNotAllowed: "Method Not Allowed", .notAcceptable: "Not Acceptable",
        .requestEntityIncomplete: "Request Entity Incomplete", .requestEntityTooLarge: "Request Entity Too Large",
        .internalServerError: "Internal Server Error", .notImplemented: "Not Implemented",
        .serviceUnavailable: "Service Unavailable",
    ]
}
