/// One header field, with the bytes in which it came.
package struct HTTPHeader: Sendable, Hashable {
    /// The name as it was written; it means the same in any case.
    package var name: String
    /// The value without the white space around it; folded lines are joined by one space.
    package var value: String
    /// The line as it came, its end included; empty for a field that was not received.
    ///
    /// A field that is to be sent goes out in exactly these bytes if there are any.
    package var raw: ArraySlice<UInt8>

    package init(_ name: String, _ value: String, raw: ArraySlice<UInt8> = []) {
        self.name = name
        self.value = value
        self.raw = raw
    }

    /// Whether the field has this name, in any case.
    package func isNamed(_ other: String) -> Bool {
        let (left, right) = (name.utf8, other.utf8)
        return left.count == right.count && zip(left, right).allSatisfy { $0.lowercased == $1.lowercased }
    }

    func write(into bytes: inout [UInt8]) {
        guard raw.isEmpty else {
            bytes += raw
            return
        }
        bytes += name.utf8
        bytes += [ASCII.colon, ASCII.space]
        bytes += value.utf8
        bytes += ASCII.lineEnd
    }
}

extension [HTTPHeader] {
    /// The value of the first field with this name, in any case.
    package subscript(name: String) -> String? {
        first { $0.isNamed(name) }?.value
    }

    /// The values of all fields with this name, in any case, in their order.
    package func values(of name: String) -> [String] {
        filter { $0.isNamed(name) }.map(\.value)
    }

    /// Whether a Connection field says `close`.
    var sayClose: Bool {
        values(of: "Connection").contains { value in
            value.lowercased().split { $0 == "," || $0 == " " }.contains("close")
        }
    }
}
