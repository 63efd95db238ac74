/// A text apart from the whole numbers in it: `frame # with # bytes`, 12 and 70.
///
/// Most summaries in a journal differ in their numbers alone.
struct NumberedText {
    /// The text with `#` for each number.
    var text: String
    var numbers: [Int64]

    private static let place = UInt8(ascii: "#")
    /// Longer numbers stay in the text: they are keys and other bytes.
    private static let mostDigits = 15

    init(text: String, numbers: [Int64]) {
        self.text = text
        self.numbers = numbers
    }

    /// - Returns: `nil` if the text has no number, or has a `#` already.
    init?(_ whole: String) {
        var (rest, numbers): ([UInt8], [Int64]) = ([], [])
        var digits: [UInt8] = []
        func end() {
            let text = String(decoding: digits, as: UTF8.self)
            // A number with leading zeros would not come back as it was.
            if digits.count <= Self.mostDigits, let number = Int64(text), String(number) == text {
                numbers.append(number)
                rest.append(Self.place)
            } else {
                rest += digits
            }
            digits = []
        }
        for byte in whole.utf8 {
            if byte == Self.place { return nil }
            if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                digits.append(byte)
            } else {
                if !digits.isEmpty { end() }
                rest.append(byte)
            }
        }
        if !digits.isEmpty { end() }
        guard !numbers.isEmpty else { return nil }
        self.init(text: String(decoding: rest, as: UTF8.self), numbers: numbers)
    }

    /// How many numbers belong into a text.
    static func count(in text: String) -> Int { text.utf8.count { $0 == place } }

    /// The text with its numbers.
    var whole: String {
        var (bytes, index): ([UInt8], Int) = ([], 0)
        for byte in text.utf8 {
            guard byte == Self.place, index < numbers.count else {
                bytes.append(byte)
                continue
            }
            bytes += Array(String(numbers[index]).utf8)
            index += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
