package import HAPModel

/// A message in a transport's own form, as suites and records see it below the transport's own names.
package struct WireMessage: Sendable, Hashable {
    /// The name below which suites find ``fields``: `http`.
    package let namespace: String
    /// What the transport's message says apart from its body: `status`, `headers`, `deviations`.
    package let fields: JSONObject
    /// The first line, for readers: `HTTP/1.1 204 No Content`.
    package let start: String
    /// What it is, in two words: `HTTP 204`.
    package let brief: String
    /// Its content, parsed once.
    package let body: MessageBody

    package init(namespace: String, fields: JSONObject, start: String, brief: String, body: MessageBody) {
        self.namespace = namespace
        self.fields = fields
        self.start = start
        self.brief = brief
        self.body = body
    }
}
