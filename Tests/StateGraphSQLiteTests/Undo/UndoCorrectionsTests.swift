import TestSupport
import Testing

@testable import StateGraphSQLite

/// The comparison of the rows that an undo has changed with the rows that it should change.
@Suite struct UndoCorrectionsTests {
  private let writer: WriterConnection
  private let schemas = UndoSchemas()
  private let table: TableSchema

  init() throws {
    writer = try WriterConnection.open(.memory)
    try writer.run("CREATE TABLE v (id INTEGER PRIMARY KEY, a)")
    try UndoStepTable.create(on: writer)
    try schemas.begin(on: writer)
    table = try #require(try SchemaReader(writer).table("v"))
  }

  private func image(_ id: Int64, _ value: Int64?) -> RowImage? {
    value.map { [.integer(id), .integer($0)] }
  }

  private func corrections(
    wanted: [(id: Int64, from: Int64?, to: Int64?)],
    actual: [(id: Int64, from: Int64?, to: Int64?)]
  ) throws -> [String] {
    var changeSet = ChangeSet()
    if !actual.isEmpty {
      changeSet.tables["v"] = .rows(
        actual.map { change in
          RowChange(
            key: RowKey(.integer(change.id)),
            old: image(change.id, change.from),
            new: image(change.id, change.to)
          )
        }
      )
    }
    let rows = wanted.map { row in
      RowTarget(
        key: RowKey(.integer(row.id)),
        current: image(row.id, row.from),
        target: image(row.id, row.to)
      )
    }
    let wanted = rows.isEmpty ? [] : [TableTargets(table: table, rows: rows)]
    let result = try UndoCorrections.rows(from: changeSet, to: wanted, in: schemas)
    return result.flatMap(\.rows).map { row in
      let sides = [row.current, row.target].map { $0?.last?.sqlLiteral ?? "-" }
      return "\(row.key.first.sqlLiteral): \(sides[0]) -> \(sides[1])"
    }
  }

  @Test func `an undo that made exactly its changes needs no correction`() throws {
    #expect(try corrections(wanted: [(1, 5, 6)], actual: [(1, 5, 6)]) == [])
  }

  @Test func `a row that has another value is corrected`() throws {
    #expect(try corrections(wanted: [(1, 5, 6)], actual: [(1, 5, 7)]) == ["1: 7 -> 6"])
  }

  @Test func `a row that was not changed is corrected`() throws {
    #expect(try corrections(wanted: [(1, 5, 6)], actual: []) == ["1: 5 -> 6"])
    #expect(try corrections(wanted: [(1, nil, 6)], actual: []) == ["1: - -> 6"])
  }

  @Test func `another row that has changed is put back`() throws {
    let lines = try corrections(wanted: [(1, 5, 6)], actual: [(1, 5, 6), (2, nil, 1), (3, 4, nil)])
    #expect(lines == ["2: 1 -> -", "3: - -> 4"])
    #expect(try corrections(wanted: [], actual: [(2, 1, 3)]) == ["2: 3 -> 1"])
  }

  @Test func `a reset of a table is refused`() throws {
    var changeSet = ChangeSet()
    changeSet.tables["v"] = .reset
    let error = DatabaseError.thrown {
      _ = try UndoCorrections.rows(from: changeSet, to: [], in: schemas)
    }
    #expect(error?.code == .tooBig)
  }
}
