/// A value that lies apart from the struct that has it, so that a copy of the struct is small. It is copied when it is changed
/// and another copy of the struct shares it.
///
/// An accessory looks through all of its connections after each message, and Swift copies what a loop over a dictionary gets.
@propertyWrapper
struct Boxed<Value: Sendable>: Sendable {
    // Only a box that is the storage's single owner changes it, so that no two tasks share what changes.
    private final class Storage: @unchecked Sendable {
        var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var storage: Storage

    init(wrappedValue: Value) {
        storage = Storage(wrappedValue)
    }

    var wrappedValue: Value {
        get { storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }
}
