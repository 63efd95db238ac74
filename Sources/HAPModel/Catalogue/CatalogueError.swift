/// Why the catalogue cannot be used.
package struct CatalogueError: Error, Hashable, CustomStringConvertible {
    /// The file and the place in it: `services.json: items[3].required`.
    package let place: String
    /// What is wrong there.
    package let message: String

    package init(place: String, message: String) {
        self.place = place
        self.message = message
    }

    package var description: String { "\(place): \(message)" }
}
