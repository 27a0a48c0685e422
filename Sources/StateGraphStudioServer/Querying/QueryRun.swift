import StateGraphSQLite
import StateGraphTools

/// Runs one query, and writes its rows as lines of JSON.
struct QueryRun: Sendable {
  let request: QueryAnswerRequest
  let path: String
  let cancellation: StatementCancellation
  let queue: PartQueue

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

  func run() {
    let start = ContinuousClock.now
    var outcome = Outcome()
    do {
      try read(&outcome)
    } catch let error as DatabaseError where error.code == .interrupted {
      outcome.end = cancellation.isCancelled ? .cancelled : .deadline
    } catch {
      return put { writer in
        writer.key("error")
        StudioError(error).write(to: &writer)
      }
    }
    let time = start.duration(to: .now)
    put { writer in
      writer.key("done")
      writer.object { writer in
        writer.member("rows", outcome.rowCount)
        writer.member("ended", outcome.end.rawValue)
        let milliseconds = time.components.attoseconds / 1_000_000_000_000_000
        writer.member("milliseconds", Int(time.components.seconds * 1000 + milliseconds))
      }
    }
  }

  private func read(_ outcome: inout Outcome) throws {
    let session = ReaderSession(path: path)
    try session.read { connection, _ in
      try StatementDeadline(after: QueryRun.longestTime, orBy: cancellation).run(on: connection) {
        try request.query.reading(on: connection) { statement in
          guard let cell = request.cell else { return try writeRows(of: statement, &outcome) }
          try writeCell(cell, of: statement)
          outcome.rowCount = 1
        }
      }
    }
  }

  /// Writes the complete value of one cell. The rows before it are only counted.
  private func writeCell(_ cell: (row: Int, column: Int), of statement: Statement) throws {
    guard cell.row >= 0, (0..<statement.columnCount).contains(cell.column) else {
      throw StudioError.invalidRequest
    }
    for _ in 0...min(cell.row, QueryRun.rowLimit) {
      guard try statement.step() else { throw StudioError.rowMissing }
    }
    put { writer in
      writer.key("value")
      writer.raw(WholeValue.json(statement, cell.column))
    }
  }

  private func writeRows(of statement: Statement, _ outcome: inout Outcome) throws {
    var hasRow = try statement.step()
    put { writer in
      writer.member("version", 1)
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
              line.raw(ShownValue.json(statement, column))
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

  private func put(_ body: (inout JSONBuilder) -> Void) {
    var writer = JSONBuilder()
    writer.object(body)
    _ = queue.put(writer.bytes + [UInt8(ascii: "\n")])
  }
}
