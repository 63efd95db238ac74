import Compression
import Foundation
import HAPModel
import Measurement
import RunRecord
import Testing

@Suite("A run's folder")
struct RunFolderTests {
    /// A new folder for one test, removed afterwards.
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "assay-record-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private func event(_ number: UInt64, _ kind: JournalEvent.Kind, _ body: JSON) -> JournalEvent {
        JournalEvent(
            sequence: number,
            at: Moment(nanoseconds: 0),
            kind: kind,
            instance: nil,
            step: nil,
            body: body
        )
    }

    private func lines(_ path: String) throws -> [String] {
        try String(contentsOfFile: path + "/run.jsonl", encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test("Large bodies of wire events are in blobs, each content once, and are restored when the journal is read")
    func blobs() throws {
        try withFolder { path in
            let folder = try RunFolder(path: path)
            let text: JSON = .string(String(repeating: "ab", count: 4000))
            let list: JSON = .array((0..<2000).map { JSON($0) })
            let events = [
                event(0, .header, ["schema": 3, "text": text]),
                event(1, .wire, ["raw": text, "body": list, "small": "x"]), event(2, .wire, ["raw": text]),
            ]
            for event in events { try folder.write(event) }
            let written = try lines(path)
            #expect(written[0].contains("abab"))
            #expect(!written[1].contains("abab") && written[1].contains(#""small":"x""#))
            #expect(written[1].utf8.count < 600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/blobs").count == 2)
            let reader = try RunReader(path: path)
            #expect(reader.events == events)
            #expect(reader.unreadable == 0)
            #expect(try RunReader(path: path + "/run.jsonl").events == events)
        }
    }

    @Test("The journal of a long run is packed, and read as it was; a damaged packed line is reported")
    func packing() throws {
        try withFolder { path in
            let folder = try RunFolder(path: path)
            let odd: [JSON] = [
                .null, true, "ü\u{202e}", .number(try #require(JSONNumber(spelling: "-0"))),
                .number(try #require(JSONNumber(spelling: "1.50e3"))), [], [:], [[1, "2"], ["a/b": [3]]],
                "frame 12 with 0 bytes", "#1 of 2", "007 and 1234567890123456", "1.2,3.4",
                JSON(Int64.max), JSON(Int64.min), .number(try #require(JSONNumber(spelling: "99999999999999999999"))),
            ]
            var events = [event(0, .header, ["schema": 3])]
            for number in 1...UInt64(12_345) {
                let value = odd[Int(number) % odd.count]
                var next = event(
                    number,
                    number % 3 == 0 ? .observation : .wire,
                    ["kind": "request", "number": JSON(number)]
                )
                if number % 2 == 0 {
                    next.body = [
                        "kind": "frame", "value": value, "list": [value, JSON(number), value], "summary": value,
                    ]
                }
                if number % 5 == 0 {
                    let moment = JSON(Int64(number) * 1009 % 9999)
                    next.body = ["kind": "response", "sent-ns": moment, "first-byte-ns": value, "answered-ns": moment]
                }
                if number % 7 == 0 { (next.instance, next.step, next.body) = ("case[on]", "1", value) }
                next.at = Moment(nanoseconds: Int64(number) * 977 % 100_000)
                events.append(next)
            }
            for event in events { try folder.write(event) }
            try folder.seal(events, keepingBytesOf: [])
            let read = try RunReader(path: path)
            #expect(read.unreadable == 0)
            #expect(read.events == events)
            #expect(read.events.map(\.line) == events.map(\.line))
            let file = URL(filePath: path + "/run.jsonl.gz")
            let (text, _) = try Gzip.expanded(Array(Data(contentsOf: file)))
            var lines = text.split(separator: UInt8(ascii: "\n"))
            #expect(lines.count < 2500, "two packed lines, and what is left")
            lines[1] = ArraySlice(#"{"shapes":[{"kind":"end","n":null}],"order":[0],"columns":[]}"#.utf8)
            try Data(try Gzip.compressed(Array(lines.joined(separator: [UInt8(ascii: "\n")])))).write(to: file)
            let damaged = try RunReader(path: path)
            #expect(damaged.unreadable == 1)
            #expect(damaged.events.count == events.count - 5000)
        }
    }

    @Test("Events of kinds that this version does not know are counted, and the others of their packed line are read")
    func unknownKind() throws {
        try withFolder { path in
            let folder = try RunFolder(path: path)
            var events = [event(0, .header, ["schema": 5])]
            for number in 1...UInt64(5000) {
                events.append(event(number, number % 5 == 0 ? .delay : .end, ["number": JSON(number)]))
            }
            for event in events { try folder.write(event) }
            try folder.seal(events, keepingBytesOf: [])
            let file = URL(filePath: path + "/run.jsonl.gz")
            let (text, _) = try Gzip.expanded(Array(Data(contentsOf: file)))
            let newer = String(decoding: text, as: UTF8.self).replacing("delay", with: "later")
            try Data(try Gzip.compressed(Array(newer.utf8))).write(to: file)
            let read = try RunReader(path: path)
            #expect(read.unreadable == 1000)
            #expect(read.events == events.filter { $0.kind != .delay })
        }
    }

    @Test(
        "A body that looks like a blob's name leads nowhere",
        arguments: [
            ["blob": "../../../etc/passwd", "bytes": 10, "text": true], ["blob": "00", "bytes": 1, "text": true],
            ["blob": .string(String(repeating: "0", count: 64)), "bytes": 1, "text": true],
            ["blob": .string(String(repeating: "0", count: 63) + "/"), "bytes": 1, "text": false], ["blob": 5],
        ] as [JSON]
    )
    func forgedBlob(_ body: JSON) throws {
        try withFolder { path in
            let folder = try RunFolder(path: path)
            let events = [event(0, .header, ["schema": 3]), event(1, .wire, ["body": body])]
            for event in events { try folder.write(event) }
            #expect(try RunReader(path: path).events == events)
        }
    }

    @Test("A journal that a crash cut off is read up to that point")
    func cutOff() throws {
        try withFolder { path in
            let folder = try RunFolder(path: path)
            try folder.write(event(0, .header, ["schema": 3]))
            try folder.write(event(1, .plan, ["long": "enough"]))
            let file = path + "/run.jsonl"
            let whole = try Data(contentsOf: URL(filePath: file))
            try whole.dropLast(5).write(to: URL(filePath: file))
            let reader = try RunReader(path: path)
            #expect(reader.events.map(\.sequence) == [0])
            #expect(reader.unreadable == 1)
        }
    }

    @Test(
        "A journal with missing or repeated lines in its middle is not read, and the message names the first place",
        arguments: [
            ([0, 1, 2, 6, 7], "line 4 has event 6 instead of event 3, so lines are missing"),
            (
                [0, 1, 2, 3, 1, 2, 3, 4],
                "line 5 has event 1 instead of event 4, so lines are repeated or in the wrong order"
            ),
            ([0, 1, 2, 2], "line 4 has event 2 instead of event 3, so lines are repeated or in the wrong order"),
            ([0, 2, 1], "line 2 has event 2 instead of event 1, so lines are missing"),
            ([3, 4], "line 1 has event 3 instead of event 0, so lines are missing"),
        ] as [([UInt64], String)]
    )
    func gaps(_ numbers: [UInt64], _ problem: String) throws {
        try withFolder { path in
            let folder = try RunFolder(path: path)
            for (index, number) in numbers.enumerated() {
                try folder.write(event(number, index == 0 ? .header : .end, ["schema": 3]))
            }
            let error = #expect(throws: RecordError.self) { try RunReader(path: path) }
            #expect(
                error?.description
                    == "\(path)/run.jsonl is damaged: \(problem); copy the whole file, or make the record again"
            )
        }
    }

    @Test(
        "A packed line that is missing or repeated is noticed, and a gap at a line that cannot be read is counted there"
    )
    func packedGaps() throws {
        try withFolder { path in
            let folder = try RunFolder(path: path)
            let events = [event(0, .header, ["schema": 3])] + (1...12_345).map { event($0, .end, [:]) }
            for event in events { try folder.write(event) }
            try folder.seal(events, keepingBytesOf: [])
            let file = URL(filePath: path + "/run.jsonl.gz")
            let (text, _) = try Gzip.expanded(Array(Data(contentsOf: file)))
            let lines = text.split(separator: UInt8(ascii: "\n"))
            func problem(_ lines: [ArraySlice<UInt8>]) throws -> String? {
                let text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
                try Data(try Gzip.compressed(text)).write(to: file)
                do {
                    _ = try RunReader(path: path)
                    return nil
                } catch {
                    return error.description
                }
            }
            #expect(try problem(lines) == nil)
            let missing = try problem(Array(lines[..<1]) + Array(lines[2...]))
            #expect(missing?.contains("line 2 has event 5001 instead of event 1, so lines are missing") == true)
            let repeated = try problem(Array(lines[..<2]) + Array(lines[1...]))
            #expect(repeated?.contains("line 3 has event 1 instead of event 5001, so lines are repeated") == true)

            let damaged: [ArraySlice<UInt8>] = Array(lines[..<1]) + [ArraySlice("{".utf8)] + Array(lines[2...])
            #expect(try problem(damaged) == nil)
            #expect(try RunReader(path: path).unreadable == 1)
            let both = try problem(damaged + Array(lines[3...]))
            #expect(both?.contains("instead of event 12346, so lines are repeated") == true)
        }
    }

    @Test("Of a compressed journal that is cut off in its first line the message says so")
    func cutInFirstLine() throws {
        try withFolder { path in
            let folder = try RunFolder(path: path)
            let events = [event(0, .header, ["schema": 3, "text": "a long header that is compressed to some bytes"])]
            for event in events { try folder.write(event) }
            try folder.seal(events, keepingBytesOf: [])
            let file = path + "/run.jsonl.gz"
            let whole = try Data(contentsOf: URL(filePath: file))
            try whole.prefix(whole.count / 2).write(to: URL(filePath: file))
            let text = "\(file) is cut off or damaged in its first line; copy the whole file, or make the record again"
            do {
                _ = try RunReader(path: path)
                Issue.record("a journal without its first line was read")
            } catch let error as RecordError {
                #expect(error.description == text)
            }
        }
    }

    @Test("A sealed journal reads as it was, and nothing else is left in the folder")
    func sealed() throws {
        try withFolder { path in
            let folder = try RunFolder(path: path)
            // More than is compressed at a time.
            let events =
                [event(0, .header, ["schema": 3])]
                + (1...5000).map { event($0, .plan, ["text": .string(String(repeating: "\($0) ", count: 40))]) }
            for event in events { try folder.write(event) }
            try folder.seal(events, keepingBytesOf: [])
            #expect(try RunReader(path: path).events == events)
            #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["run.jsonl.gz"])
        }
    }

    @Test("A file that is not a journal is rejected")
    func noRecord() throws {
        try withFolder { path in
            #expect(throws: RecordError.self) { try RunReader(path: path) }
            let folder = try RunFolder(path: path)
            #expect(throws: RecordError.self) { try RunReader(path: path) }
            try folder.write(event(0, .plan, [:]))
            do {
                _ = try RunReader(path: path)
                Issue.record("a journal without a header was read")
            } catch let error as RecordError {
                #expect(error.description == "\(path)/run.jsonl does not start with the header of a journal")
            }
        }
    }

    @Test(
        "A record of another schema is not read, with the schema, the version that reads it and what to do",
        arguments: [
            (
                ["schema": 1, "tool": "assay 0.1.0"],
                "has schema 1, and this version reads schemas 3 to 5; read it with assay 0.1.0, which wrote it, or make the record again"
            ),
            (
                ["schema": 6, "environment": ["tool": "assay 0.9.0"]],
                "has schema 6, and this version reads schemas 3 to 5; read it with assay 0.9.0, which wrote it, or make the record again"
            ),
            (
                ["schema": "3"],
                "does not name its schema, and this version reads schemas 3 to 5; read it with the version that wrote it, "
                    + "or make the record again"
            ),
        ] as [(JSON, String)]
    )
    func otherSchema(_ header: JSON, _ message: String) throws {
        try withFolder { path in
            try RunFolder(path: path).write(event(0, .header, header))
            let error = #expect(throws: RecordError.self) { try RunReader(path: path) }
            #expect(error?.description == "\(path)/run.jsonl \(message)")
        }
    }

    @Test("A folder that cannot be written is said with what to do")
    func unwritable() throws {
        try withFolder { path in
            try Data().write(to: URL(filePath: path))
            do {
                _ = try RunFolder(path: path + "/run")
                Issue.record("a folder below a file was made")
            } catch let error as RecordError {
                #expect(error.description.hasPrefix("the folder \(path)/run cannot be created"))
                #expect(error.description.hasSuffix("choose another folder with --reports"))
            }
        }
    }

    @Test("No secret is on disk, neither in the lines nor in the blobs")
    func secrets() throws {
        try withFolder { path in
            let journal = Journal(
                clock: .system,
                redaction: Redaction(secrets: ["031-45-154"]),
                sink: try RunFolder(path: path)
            )
            journal.record(.header, ["schema": 3, "code": "031-45-154"])
            journal.record(.wire, ["raw": .string(String(repeating: "x 031-45-154 ", count: 1000))])
            #expect(try RunReader(path: path).events == journal.events)
            for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
                let data = FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data()
                #expect(!String(decoding: data, as: UTF8.self).contains("031-45-154"), "\(name)")
            }
        }
    }
}

@Suite("Redaction")
struct RedactionTests {
    @Test("Secrets are replaced in texts, keys, numbers, hexadecimal of either case and Base64, and nothing else is")
    func replaces() {
        let redaction = Redaction(secrets: ["12345678", "short"])
        #expect(redaction.redacted("a 12345678 b 1234567 short") == "a •••••••• b 1234567 short")
        #expect(redaction.redacted("3132333435363738 short") == "•••••••• short")
        #expect(Redaction(secrets: ["zzzzzzzz"]).redacted("7A7A7A7A7A7A7A7A 7a7a7a7a7a7a7a7a") == "•••••••• ••••••••")
        #expect(
            redaction.redacted(["12345678": [12_345_678, 1_234_567]] as JSON) == ["••••••••": ["••••••••", 1_234_567]]
        )
        for before in ["", "a", "ab"] {
            let text = Base64.encode(Array("\(before)12345678cd".utf8))
            #expect(redaction.redacted(text).contains("••••••••"), "\(text)")
        }
        #expect(Redaction.none.redacted(["12345678"] as JSON) == ["12345678"])
    }
}
