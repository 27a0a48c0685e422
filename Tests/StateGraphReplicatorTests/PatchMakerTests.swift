import StateGraphReplication
import StateGraphRows
import TestSupport
import Testing

@testable import StateGraphReplicator
@testable import StateGraphSQLite

@Suite("Patches of pending writes")
struct PatchMakerTests {
  /// A table whose key has a column that older images lack.
  private func maker() throws -> PatchMaker {
    let folder = try TemporaryDirectory()
    let connection = try WriterConnection.open(DatabaseLocation(path: folder.file("a.sqlite")))
    try connection.run(
      """
      CREATE TABLE line (orders TEXT NOT NULL, note TEXT, place TEXT NOT NULL,
        PRIMARY KEY (orders, place)) STRICT
      """
    )
    let table = try #require(try SchemaReader(connection).table("line"))
    let columns = table.columns.map { column in
      ServerColumn(
        name: column.name,
        type: ServerColumnType(builtIn: ServerType.text.rawValue, modifier: -1),
        isKey: table.primaryKey.contains(column.name)
      )
    }
    let server = try ServerTable(name: "line")
    let mapping = try TableMapping(table, server: server, columns: columns)
    return PatchMaker(tables: [mapping.name: mapping], refusesChanged: [])
  }

  private func change(_ old: [SQLiteValue], _ new: [SQLiteValue]?) -> PendingChange {
    PendingChange(
      table: "line",
      row: RowChange(
        key: RowKey([.text("o"), .text("1")]),
        old: RowImage(old),
        new: new.map { RowImage($0) }
      )
    )
  }

  @Test func `a patch names the row by its whole key`() throws {
    let old: [SQLiteValue] = [.text("o"), .text("n"), .text("1")]
    let patch = try #require(try maker().patch(change(old, nil)))
    #expect(patch.key.map(\.column.text) == ["orders", "place"])
  }

  @Test(arguments: [true, false])
  func `a write from before a column of the key makes no patch, which would change other rows`(
    isDeletion: Bool
  ) throws {
    let change = change(
      [.text("o"), .text("n")],
      isDeletion ? nil : [.text("o"), .text("changed")]
    )
    let maker = try maker()
    let error = #expect(throws: ReplicationError.self) { try maker.patch(change) }
    #expect(error?.code == .schemaMismatch)
  }
}
