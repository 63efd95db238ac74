/// A value in separate storage, so that copies of the containing struct are small. Changing the value copies it
/// if another copy of the struct shares it.
///
/// An accessory iterates over all its connections after each message, and Swift copies the elements of a dictionary.
@propertyWrapper
struct Boxed<Value: Sendable>: Sendable {
    // A box is changed only by its sole owner, so that tasks never share mutable state.
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
