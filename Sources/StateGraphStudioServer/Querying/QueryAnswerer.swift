import StateGraphSQLite
import StateGraphThreads
import StateGraphTools

/// A query or an export, which answers with parts as it reads rows.
protocol AnswererRun: Sendable {
  /// The id by which the page cancels it.
  var id: String { get }

  /// Reads the rows, and puts the parts into the queue. Called on a thread of its own.
  func run(cancellation: StatementCancellation, queue: PartQueue)
}

/// Runs the queries that users typed and their exports, each on a thread of its own, and cancels
/// them.
final class QueryAnswerer: Sendable {
  private struct Running: Sendable {
    let id: String
    let cancellation: StatementCancellation
  }

  private static let limit = 4

  private let running = Guarded<[Running]>([])

  /// Starts a query or an export. Its parts are those of the result.
  func start(_ run: some AnswererRun) throws(StudioError) -> PartQueue {
    let cancellation = StatementCancellation()
    let isStarted = running.withLock { running in
      guard running.count < QueryAnswerer.limit,
        !running.contains(where: { $0.id.utf8.elementsEqual(run.id.utf8) })
      else { return false }
      running.append(Running(id: run.id, cancellation: cancellation))
      return true
    }
    guard isStarted else { throw .tooManyQueries }
    let queue = PartQueue { cancellation.cancel() }
    let thread = SystemThread { [self] in
      run.run(cancellation: cancellation, queue: queue)
      running.withLock { running in running.removeAll { $0.cancellation === cancellation } }
      queue.finish()
    }
    guard let thread else {
      running.withLock { running in running.removeAll { $0.cancellation === cancellation } }
      throw .internalError
    }
    thread.detach()
    return queue
  }

  /// Cancels the query with this id. Does nothing if it has ended.
  func cancel(_ id: String) {
    let found = running.withLock { running in
      running.first { $0.id.utf8.elementsEqual(id.utf8) }
    }
    found?.cancellation.cancel()
  }

  func cancelAll() {
    for query in running.withLock({ $0 }) { query.cancellation.cancel() }
  }
}

/// A request to run a query.
struct QueryAnswerRequest: Sendable {
  let id: String
  let query: StudioQuery
  /// The cell whose complete value is the answer, or nil for all rows.
  let cell: (row: Int, column: Int)?

  init(body: [UInt8]) throws(StudioError) {
    var object = try RequestObject(body: body)
    id = try object.text("id")
    query = try StudioQuery(&object)
    if var place = try object.optionalObject("cell") {
      cell = (try place.integer("row"), try place.integer("column"))
      try place.requireEnd()
    } else {
      cell = nil
    }
    guard RequestID.isValid(id) else { throw .invalidRequest }
    try object.requireEnd()
  }
}
