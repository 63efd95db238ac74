/// The requested data of a read besides the values (HAP R1 table 5-11).
package struct ReadOptions: Sendable, Hashable {
    /// Format, unit and limits.
    package var metadata = false
    package var permissions = false
    package var type = false
    /// Whether events are enabled on this session.
    package var events = false

    package init(metadata: Bool = false, permissions: Bool = false, type: Bool = false, events: Bool = false) {
        self.metadata = metadata
        self.permissions = permissions
        self.type = type
        self.events = events
    }

    /// The query parameters after `id` for the requested options.
    var query: String {
        [("meta", metadata), ("perms", permissions), ("type", type), ("ev", events)]
            .filter(\.1).map { "&\($0.0)=1" }.joined()
    }
}
