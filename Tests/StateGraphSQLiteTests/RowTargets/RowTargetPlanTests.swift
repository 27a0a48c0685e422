import TestSupport
import Testing

@testable import StateGraphSQLite

/// Which statements an undo runs, and in which order.
@Suite struct RowTargetPlanTests {
  private let table: TableSchema

  init() throws {
    let connection = try Connection.inMemory()
    for statement in UndoScene.books.prefix(2) { try connection.run(statement) }
    table = try #require(try SchemaReader(connection).table("books"))
  }

  private typealias Book = (title: String, rank: Double, author: String?)

  private func row(_ id: Int64, _ current: Book?, _ target: Book?) -> RowTarget {
    func image(_ book: Book) -> RowImage {
      [
        .integer(id), .text(book.title), .real(book.rank), book.author.map { .text($0) } ?? .null,
      ]
    }
    return RowTarget(
      key: RowKey(.integer(id)),
      current: current.map(image),
      target: target.map(image)
    )
  }

  private func lines(_ rows: RowTarget...) -> [String] {
    RowTargetPlan([TableTargets(table: table, rows: rows)]).steps.map { step in
      guard case .integer(let id) = step.row.key.first else { return "?" }
      return switch step.action {
      case .delete: "delete \(id)"
      case .insert: "insert \(id)"
      case .update(let columns): "update \(id) \(columns)"
      }
    }
  }

  @Test func `deletions come first, then updates, then insertions`() {
    let lines = lines(
      row(1, nil, ("a", 1, nil)),
      row(2, ("a", 2, nil), ("b", 2, nil)),
      row(3, ("a", 3, nil), nil)
    )
    #expect(lines == ["delete 3", "update 2 [1]", "insert 1"])
  }

  @Test func `an update sets only the columns that differ`() {
    #expect(lines(row(1, ("a", 1, "x"), ("a", 2, "y"))) == ["update 1 [2, 3]"])
  }

  @Test func `rows that may exchange a UNIQUE value are deleted and inserted`() {
    let lines = lines(
      row(1, ("a", 1, nil), ("a", 2, nil)),
      row(2, ("b", 2, nil), ("b", 1, nil)),
      row(3, ("c", 3, nil), ("d", 3, nil))
    )
    #expect(lines == ["delete 1", "delete 2", "update 3 [1]", "insert 1", "insert 2"])
  }

  @Test func `a row that differs only in minus zero needs no statement`() {
    #expect(lines(row(1, ("a", 0, nil), ("a", -0.0, nil))) == [])
  }
}
