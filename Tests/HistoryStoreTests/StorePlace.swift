import HistoryStore
import Processes
import Testing

/// The two kinds of places that a history can be kept in.
enum StorePlace: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case file, server

    var testDescription: String { rawValue }

    /// The kinds that this machine can test.
    static var possible: [StorePlace] { PostgresCluster.isPossible ? allCases : [.file] }

    /// Gives `body` a new, empty place.
    func with(_ body: (HistoryPlace) async throws -> Void) async throws {
        switch self {
        case .file:
            try await Workspace.with { try await body(HistoryPlace($0.path("history.sqlite"))) }
        case .server:
            try await PostgresCluster.with { try await body(HistoryPlace($0.url())) }
        }
    }
}
