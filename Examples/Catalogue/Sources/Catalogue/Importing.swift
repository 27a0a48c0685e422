import StateGraph
import StateGraphImport
import StateGraphSessions

/// The machine of the import sheet. An import is a request in the file: if the process dies, the
/// next one continues with the record after the last batch.
enum Importing: EffectTransducer, RestorableTransducer {
  struct State: NonTerminal, Codable, Equatable {
    enum Phase: Codable, Equatable {
      case ready, running, paused, cancelled
      case done(Summary)
      case failed(String)
    }
    var path = ""
    var phase = Phase.ready
    /// How many records were read before a pause or the end.
    var records = 0
  }

  /// What an import has done.
  struct Summary: Codable, Equatable, Sendable {
    var inserted = 0
    var updated = 0
    var rejected = 0
    /// The first reasons for which records were rejected.
    var reasons: [String] = []
    /// The file with the rejected records.
    var rejectFile: String?
  }

  enum Event: Sendable {
    case type(String), start, resume
    case pause(records: Int), cancel(records: Int)
    case end(Summary), fail(String)
  }
  struct Request: Codable, Sendable { let path: String }
  struct Env: Sendable {
    /// The path of the database file.
    let file: String
    let progress: Stored<ImportProgress?>
  }

  static var storedName: String { "Importing" }
  static var initialState: State { State() }

  static func update(_ state: inout State, event: Event) -> Self.Effect? {
    switch (state.phase, event) {
    case (.running, .pause(let records)):
      (state.phase, state.records) = (.paused, records)
      return .cancelRequest("import")
    case (.running, .cancel(let records)), (.paused, .cancel(let records)):
      (state.phase, state.records) = (.cancelled, max(records, state.records))
      return .cancelRequest("import")
    case (.running, .end(let summary)): state.phase = .done(summary)
    case (.running, .fail(let reason)): state.phase = .failed(reason)
    case (.running, _): break
    case (.paused, .resume): return begin(&state)
    case (.paused, _): break
    case (_, .type(let path)): state = State(path: path)
    case (_, .start) where !state.path.trimmed.isEmpty: return begin(&state)
    default: break
    }
    return nil
  }

  private static func begin(_ state: inout State) -> Self.Effect {
    state.phase = .running
    return .durable("import", Request(path: state.path.trimmed))
  }

  static func perform(
    _ request: Request,
    env: Env,
    input: Input
  ) async -> Event {
    var source = ImportInput(path: request.path)
    source.table = "books"
    var order = ImportRequest(inputs: [source])
    // Small batches let other writers, such as this window, write between them.
    (order.onError, order.batchSize) = (.reject, 1_000)
    env.progress.wrappedValue = nil
    let task = Importer(path: env.file).start(order)
    for await progress in task.progress { env.progress.wrappedValue = progress }
    do {
      return .end(Summary(try await task.report()))
    } catch {
      return .fail("\(error)")
    }
  }
}

extension Importing.Summary {
  fileprivate init(_ report: ImportReport) {
    inserted = report.tables.reduce(0) { $0 + $1.inserted }
    updated = report.tables.reduce(0) { $0 + $1.updated }
    rejected = report.rejects.count
    rejectFile = report.rejects.filePath
    reasons = report.rejects.groups.flatMap(\.first).prefix(3).map { record in
      record.place.map { "\($0): \(record.message)" } ?? record.message
    }
  }
}
