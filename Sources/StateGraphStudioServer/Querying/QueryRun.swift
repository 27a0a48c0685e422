import StateGraphSQLite
import StateGraphTools

/// Runs one query, and writes its rows as lines of JSON.
struct QueryRun: AnswererRun {
  let request: QueryAnswerRequest
  let path: String

  var id: String { request.id }

  private static let longestTime = Duration.seconds(60)
  private static let rowLimit = 100_000
  private static let byteLimit = 64 << 20
  /// The number of bytes of rows on one line.
  private static let lineSize = 16 << 10

  private enum End: String {
    case complete, rowLimit, byteLimit, deadline, cancelled
  }

  private struct Outcome {
    var rowCount = 0
    var end = End.complete
  }

  func run(cancellation: StatementCancellation, queue: PartQueue) {
    let start = ContinuousClock.now
    var outcome = Outcome()
    do {
      try read(&outcome, cancellation: cancellation, queue: queue)
    } catch let error as DatabaseError where error.code == .interrupted {
      outcome.end = cancellation.isCancelled ? .cancelled : .deadline
    } catch {
      _ = queue.put { writer in
        writer.key("error")
        StudioError(error).write(to: &writer)
      }
      return
    }
    let time = start.duration(to: .now)
    _ = queue.put { writer in
      writer.key("done")
      writer.object { writer in
        writer.member("rows", integer: outcome.rowCount)
        writer.member("ended", text: outcome.end.rawValue)
        let milliseconds = time.components.attoseconds / 1_000_000_000_000_000
        writer.member("milliseconds", integer: Int(time.components.seconds * 1000 + milliseconds))
      }
    }
  }

  private func read(
    _ outcome: inout Outcome,
    cancellation: StatementCancellation,
    queue: PartQueue
  ) throws {
    let session = ReaderSession(path: path)
    try session.read { connection, _ in
      try StatementDeadline(after: QueryRun.longestTime, orBy: cancellation).run(on: connection) {
        try request.query.reading(on: connection) { statement in
          guard let cell = request.cell else {
            return try writeRows(of: statement, &outcome, to: queue)
          }
          try writeCell(cell, of: statement, to: queue)
          outcome.rowCount = 1
        }
      }
    }
  }

  /// Writes the complete value of one cell. The rows before it are only counted.
  private func writeCell(
    _ cell: (row: Int, column: Int),
    of statement: Statement,
    to queue: PartQueue
  ) throws {
    guard cell.row >= 0, (0..<statement.columnCount).contains(cell.column) else {
      throw StudioError.invalidRequest
    }
    for _ in 0...min(cell.row, QueryRun.rowLimit) {
      guard try statement.step() else { throw StudioError.rowMissing }
    }
    _ = queue.put { writer in
      writer.key("value")
      writer.raw(WholeValue.json(statement, column: cell.column))
    }
  }

  private func writeRows(
    of statement: Statement,
    _ outcome: inout Outcome,
    to queue: PartQueue
  ) throws {
    var hasRow = try statement.step()
    _ = queue.put { writer in
      writer.member("version", integer: 1)
      writer.member("columns", texts: (0..<statement.columnCount).map { statement.columnName($0) })
    }
    var byteCount = 0
    while hasRow {
      var line = JSONBuilder()
      try line.object { line in
        line.key("rows")
        try line.array { line in
          while hasRow, line.bytes.count < QueryRun.lineSize {
            guard outcome.rowCount < QueryRun.rowLimit else { break }
            line.array(of: 0..<statement.columnCount) { line, column in
              line.raw(ShownValue.json(statement, column: column))
            }
            outcome.rowCount += 1
            hasRow = try statement.step()
          }
        }
      }
      byteCount += line.bytes.count
      guard queue.put(line.bytes + [UInt8(ascii: "\n")]) else {
        outcome.end = .cancelled
        return
      }
      guard hasRow else { return }
      if outcome.rowCount >= QueryRun.rowLimit { outcome.end = .rowLimit }
      if byteCount >= QueryRun.byteLimit { outcome.end = .byteLimit }
      if outcome.end != .complete { return }
    }
  }
}
