import HAPModel
import MarkedYAML
package import SuiteLanguage

/// A case without an accessory: the output of `assay suites show`.
package struct CaseText {
    private let item: Case
    private let library: SuiteLibrary
    private let place: String
    private let defects: [String]

    /// - Parameters:
    ///   - place: the path of its file, with line and column.
    ///   - defects: the defects that violate what the case proves.
    package init(_ item: Case, _ library: SuiteLibrary, place: String, defects: [String]) {
        self.item = item
        self.place = place
        self.library = library
        self.defects = defects
    }

    /// What the case proves and needs, the defects that it is to find, and its lines as the file has them; ends without a
    /// line end.
    ///
    /// - Parameter columns: the width of the terminal; `nil` leaves each fact on one line.
    package func text(columns: Int?) -> CleanText {
        var details = transports
        if !item.tags.isEmpty { details.append("has the tags \(item.tags.joined(separator: ", "))") }
        details.append("violated by \(defects.isEmpty ? "no defect" : defects.joined(separator: ", "))")
        return (Self.head(item, library, place, columns) + details.flatMap { Self.detail($0, columns) } + [""] + source)
            .joined(separator: "\n")
    }

    /// The transports that the case runs over, and those that Assay does not support yet.
    private var transports: [CleanText] {
        let all = (item.over.names ?? library.vocabulary.transportNames).map(TransportKind.init(rawValue:))
        func names(_ kinds: [TransportKind]) -> String { Spoken.words(.array(kinds.map { .string($0.name) })) }
        let (now, later) = (all.filter(\.isSupported), all.filter { !$0.isSupported })
        return (now.isEmpty ? [] : ["runs over \(names(now))"])
            + (later.isEmpty ? [] : ["will run over \(names(later)) when Assay supports it"])
    }

    /// The title, the place, and the requirements that the case proves.
    static func head(_ item: Case, _ library: SuiteLibrary, _ place: String, _ columns: Int?) -> [CleanText] {
        let title: CleanText = "\(item.id): \(item.title)"
        var details: [CleanText] = ["in \(place), needs the accessory \(item.state.needs.rawValue)"]
        for id in item.provesWithRows {
            guard let requirement = library.requirements[id] else { continue }
            details.append(
                "proves \(id) (\(requirement.level.rawValue), \(requirement.source)): \(requirement.requires)"
            )
        }
        return title.lines(hanging: 2, columns: columns ?? .max) + details.flatMap { detail($0, columns) }
    }

    /// A fact about the case below its title.
    static func detail(_ text: CleanText, _ columns: Int?) -> [CleanText] {
        text.lines(indent: 2, hanging: 4, columns: columns ?? .max)
    }

    /// The lines of its file, with the comment above it.
    private var source: [CleanText] {
        let file = library.files.first { $0.path == item.mark.file }
        let lines = (file?.text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let next = library.cases.filter { $0.mark.file == item.mark.file && $0.mark.line > item.mark.line }
            .map(\.mark.line).min()
        let end = next.map { Self.start($0, lines) } ?? lines.count
        return lines[Self.start(item.mark.line, lines)..<end].map { CleanText($0) }
            .reversed().drop { $0.isEmpty }.reversed()
    }

    /// The index of the first line of the case whose id is in this line, counted from 1.
    private static func start(_ line: Int, _ lines: [String]) -> Int {
        var index = line - 1
        while index > 0, lines[index - 1].drop(while: { $0 == " " }).hasPrefix("#") { index -= 1 }
        return index
    }
}
