/// A domain name: labels of bytes; ASCII letters are compared without case.
package struct DNSName: Sendable {
    /// The labels from left to right, without the empty one of the root.
    package var labels: [[UInt8]]

    package init(labels: [[UInt8]]) {
        self.labels = labels
    }

    /// Parses labels separated by dots; escapes are not supported.
    package init(_ text: String) {
        labels = text.split(separator: ".").map { Array($0.utf8) }
    }

    /// The name with one more label in front.
    package func prefixed(by label: [UInt8]) -> DNSName { DNSName(labels: [label] + labels) }

    /// The uncompressed length in bytes, including the final zero.
    package var length: Int { labels.reduce(1) { $0 + $1.count + 1 } }

    /// The labels with ASCII letters in lower case.
    private var folded: [[UInt8]] {
        labels.map { label in label.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 } }
    }
}

extension DNSName: Hashable {
    package static func == (left: DNSName, right: DNSName) -> Bool {
        left.length == right.length && left.labels.count == right.labels.count && left.folded == right.folded
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

extension DNSName: CustomStringConvertible {
    /// The labels as UTF-8 separated by dots; dots inside a label are escaped.
    package var description: String {
        labels.map { label in
            String(decoding: label, as: UTF8.self)
                .replacing("\\", with: "\\\\")
                .replacing(".", with: "\\.")
        }.joined(separator: ".")
    }
}
