/// Shortens a list whose length the accessory controls.
package enum Excerpt {
    /// The first texts, and the number of further ones.
    package static func texts(_ texts: [String], limit: Int = 64) -> [String] {
        texts.count <= limit ? texts : Array(texts.prefix(limit)) + ["and \(texts.count - limit) more"]
    }

    /// The first texts as JSON, and the number of further ones.
    package static func json(_ texts: [String], limit: Int = 64) -> JSON {
        .array(self.texts(texts, limit: limit).map { .string($0) })
    }

    /// What is wrong with a message, in a few sentences.
    package static func sentences(_ texts: [String]) -> String { self.texts(texts, limit: 4).joined(separator: ". ") }
}
