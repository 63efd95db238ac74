package import HAPModel

/// A message in a transport's own form, for suites and records.
package struct WireMessage: Sendable, Hashable {
    /// The namespace of ``fields`` in suites: `http`.
    package let namespace: String
    /// The transport's fields besides the body: `status`, `headers`, `deviations`.
    package let fields: JSONObject
    /// The first line, for people: `HTTP/1.1 204 No Content`.
    package let start: String
    /// A summary in two words: `HTTP 204`.
    package let brief: String
    /// The bytes before the body, where a message has such a part.
    package let headLength: Int
    /// The number of bytes after them as sent, lines of chunks included; 0 for transports without them.
    package let sentLength: Int
    /// Its content, parsed once.
    package let body: MessageBody
    /// Why the body cannot be read, although the message says that it is JSON; `nil` if it can be read.
    package let jsonFlaw: JSONError?

    package init(
        namespace: String,
        fields: JSONObject,
        start: String,
        brief: String,
        headLength: Int = 0,
        sentLength: Int = 0,
        body: MessageBody,
        declaresJSON: Bool = false
    ) {
        self.namespace = namespace
        self.fields = fields
        self.start = start
        self.brief = brief
        self.headLength = headLength
        self.sentLength = sentLength
        self.body = body
        jsonFlaw = declaresJSON ? body.jsonFlaw : nil
    }
}
