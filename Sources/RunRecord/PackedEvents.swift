import HAPModel

/// Many events of a journal on one line, by columns instead of one after the other.
///
/// The lines of a journal differ in few values, but those lie far apart, where gzip no longer finds what is equal. Here
/// the values of one member stand side by side, and whole numbers are differences from the one before, so that the
/// record of a large accessory takes a third of the space. Expanding gives the same events again.
///
/// - `shapes`: the different forms of the events, as JSON with `null` in place of each value; only kinds stay.
/// - `order`: the number of each event's form.
/// - `columns`: for each path a list with the path, and the values of all events in their order. A whole number is the
///   difference from the one before in its column; any other number is in a list of its own, as text. A moment inside an
///   event is the difference from the moment before it in the same event, and its path begins with `~`. The whole numbers in
///   a summary have columns of their own: the summary is then an object with its text, where `#` stands for each.
enum PackedEvents {
    /// How many events a packed line has. What is left at the end of a journal stays as lines.
    static let count = 5000

    /// The events as one line.
    static func line(_ events: ArraySlice<JournalEvent>) -> String {
        var (shapes, order): ([String: Int], [JSON]) = ([:], [])
        var names: [JSON] = []
        var columns = Columns()
        for event in events {
            let shape = columns.take(event.json)
            let text = shape.serialized()
            let index = shapes[text] ?? names.count
            if index == names.count {
                shapes[text] = index
                names.append(shape)
            }
            order.append(JSON(index))
        }
        let object: JSONObject = ["shapes": .array(names), "order": .array(order), "columns": columns.json]
        return JSON.object(object).serialized()
    }

    /// The values of the events of a packed line, and how many events are missing because the line is damaged.
    ///
    /// - Returns: `nil` if it is another line.
    static func events(_ line: JSON) -> (values: [JSON], missing: Int)? {
        guard let shapes = line["shapes"]?.arrayValue, let order = line["order"]?.arrayValue,
            var columns = line["columns"].flatMap({ Columns($0) })
        else { return nil }
        var values: [JSON] = []
        for index in order {
            // The values of later events cannot be told apart from those of a damaged one.
            guard let index = index.int64Value, shapes.indices.contains(Int(clamping: index)),
                let json = columns.give(shapes[Int(index)])
            else { break }
            values.append(json)
        }
        return (values, order.count - values.count)
    }
}

/// The values of events by their paths.
private struct Columns {
    fileprivate struct Column {
        var values: [JSON] = []
        var last: Int64 = 0
        /// How many values are taken out again.
        var used = 0
    }

    private var columns: [String: Column] = [:]
    private var paths: [String] = []
    /// The last moment of the current event.
    private var moment: Int64 = 0

    init() {}

    /// - Returns: `nil` if the JSON is not a list of columns.
    init?(_ json: JSON) {
        guard let lists = json.arrayValue else { return nil }
        for list in lists {
            guard let elements = list.arrayValue, let path = elements.first?.stringValue else { return nil }
            columns[path] = Column(values: Array(elements.dropFirst()))
        }
    }

    var json: JSON { .array(paths.map { .array([.string($0)] + (columns[$0]?.values ?? [])) }) }

    // MARK: Packing

    /// Adds the values of an event, and returns its form.
    mutating func take(_ event: JSON) -> JSON {
        moment = event["t"]?.int64Value ?? 0
        return mapped(event) { $0.add($1, to: $2) }
    }

    private mutating func add(_ value: JSON, to path: String) -> JSON {
        if Self.isMoment(path) {
            append(value, to: "~" + path, after: moment)
            moment = value.int64Value ?? moment
        } else if path.hasSuffix("/summary"), let text = value.stringValue, let parts = NumberedText(text) {
            append(.object(["text": .string(parts.text)]), to: path)
            for (index, number) in parts.numbers.enumerated() { append(JSON(number), to: "\(path)#\(index)") }
        } else {
            append(value, to: path)
        }
        return .null
    }

    /// - Parameter last: what a whole number is the difference from; `nil` for the number before it in the column.
    private mutating func append(_ value: JSON, to path: String, after last: Int64? = nil) {
        if columns[path] == nil { paths.append(path) }
        columns[path, default: Column()].add(value, after: last)
    }

    /// Whether the values of a path are moments on the clock of the events.
    private static func isMoment(_ path: String) -> Bool {
        ["/sent-ns", "/first-byte-ns", "/answered-ns"].contains(where: path.hasSuffix)
    }

    // MARK: Expanding

    /// The event with this form that comes next; `nil` if values are missing.
    mutating func give(_ shape: JSON) -> JSON? {
        var isWhole = true
        moment = 0
        let event = mapped(shape) { columns, value, path in
            guard let next = columns.next(path) else {
                isWhole = false
                return .null
            }
            if path == "t" { columns.moment = next.int64Value ?? 0 }
            return next
        }
        return isWhole ? event : nil
    }

    /// The next value of a path; `nil` if there is none, or if it is damaged.
    private mutating func next(_ path: String) -> JSON? {
        if Self.isMoment(path), columns["~" + path] != nil {
            let value = columns["~" + path]?.next(after: moment)
            moment = value?.int64Value ?? moment
            return value
        }
        guard let value = columns[path]?.next() else { return nil }
        guard let text = value["text"]?.stringValue else { return value }
        var numbers: [Int64] = []
        for index in 0..<NumberedText.count(in: text) {
            guard let number = columns["\(path)#\(index)"]?.next()?.int64Value else { return nil }
            numbers.append(number)
        }
        return .string(NumberedText(text: text, numbers: numbers).whole)
    }

    // MARK: Walking

    /// The event with each value replaced, except for the kinds, which are part of a form and of the paths.
    private mutating func mapped(_ event: JSON, _ replace: (inout Columns, JSON, String) -> JSON) -> JSON {
        guard case .object(var object) = event else { return event }
        let kind = event["kind"]?.stringValue ?? ""
        let form = kind == "wire" ? event["body"]?["kind"]?.stringValue ?? "" : ""
        for index in object.members.indices {
            let (key, value) = (object.members[index].key, object.members[index].value)
            switch (key, value) {
            case ("kind", _): continue
            case ("body", .object(var body)):
                for index in body.members.indices where kind != "wire" || body.members[index].key != "kind" {
                    let path = "\(kind)/\(form)/\(body.members[index].key)"
                    body.members[index].value = mapped(body.members[index].value, path, replace)
                }
                object.members[index].value = .object(body)
            default: object.members[index].value = mapped(value, key, replace)
            }
        }
        return .object(object)
    }

    private mutating func mapped(_ value: JSON, _ path: String, _ replace: (inout Columns, JSON, String) -> JSON)
        -> JSON
    {
        switch value {
        case .array(let elements): return .array(elements.map { mapped($0, path + "/", replace) })
        case .object(var object):
            for index in object.members.indices {
                let member = object.members[index]
                object.members[index].value = mapped(member.value, "\(path)/\(member.key)", replace)
            }
            return .object(object)
        case .null, .bool, .number, .string: return replace(&self, value, path)
        }
    }
}

extension Columns.Column {
    fileprivate mutating func add(_ value: JSON, after other: Int64? = nil) {
        guard case .number(let number) = value else { return values.append(value) }
        guard let whole = Int64(number.spelling), String(whole) == number.spelling else {
            return values.append(.array([.string(number.spelling)]))
        }
        values.append(JSON(whole &- (other ?? last)))
        last = whole
    }

    /// The next value; `nil` if there is none, or if it is damaged.
    fileprivate mutating func next(after other: Int64? = nil) -> JSON? {
        guard used < values.count else { return nil }
        defer { used += 1 }
        switch values[used] {
        case .number(let number):
            guard let difference = Int64(number.spelling) else { return nil }
            last = (other ?? last) &+ difference
            return JSON(last)
        case .array(let spelling):
            return spelling.first?.stringValue.flatMap { JSONNumber(spelling: $0) }.map { .number($0) }
        case let other: return other
        }
    }
}
