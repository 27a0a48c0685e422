import Foundation
import StateGraphPersistence
import TestSupport
import Testing

@Entity(id: UUID.self)
final class Pallet {
  @GraphStored var weight: Int
  @GraphStored var sent: Date? = nil
}

/// The list of the rows that have no entity, and the failures of reads that cannot throw.
@Suite struct UnreadableListTests {
  let failures = Recorder<DatabaseError.Code?>()
  let database: Database
  let pallets: EntityStore<Pallet>
  static let upper = "0F8FAD5B-D9CB-469F-A165-70867728950E"

  init() throws {
    var configuration = Database.Configuration()
    configuration.onReadFailure = { [failures] in failures.record(($0 as? DatabaseError)?.code) }
    database = try Database.temporary(configuration: configuration)
    try database.execute("CREATE TABLE pallets (id TEXT PRIMARY KEY, weight, sent)")
    pallets = try EntityStore<Pallet>(database)
  }

  @Test func `a row is listed while a property cannot hold a value`() throws {
    let unreadable = pallets.unreadable
    let calls = Recorder<Int>()
    let subscription = withGraphTracking { unreadable.onChange { calls.record($0.count) } }
    defer { subscription.cancel() }
    let pallet = Pallet(id: UUID(), weight: 1)
    pallets.add(pallet)
    try database.execute("UPDATE pallets SET weight = 'heavy'")
    let row = try #require(unreadable.wrappedValue.first)
    #expect(row.key == [.text(pallet.id.raw.uuidString.lowercased())])
    #expect(row.column == "weight")
    #expect(!row.reason.contains("heavy"))
    try database.execute("UPDATE pallets SET weight = 2, sent = 'soon'")
    #expect(unreadable.wrappedValue.map(\.column) == ["sent"])
    pallet.sent = nil
    #expect(unreadable.wrappedValue.isEmpty)
    #expect(calls.elements == [0, 1, 1, 0])
    #expect(failures.elements.isEmpty)
  }

  @Test func `a key in another form is listed, and can be mended by SQL`() throws {
    try database.execute("INSERT INTO pallets (id, weight) VALUES (\(Self.upper), 1)")
    #expect(pallets.getAll().isEmpty)
    #expect(try pallets.unreadableRows().map(\.key) == [[.text(Self.upper)]])
    try database.execute("UPDATE pallets SET id = lower(id)")
    #expect(try pallets.unreadableRows().isEmpty)
    #expect(pallets.getAll().map(\.weight) == [1])
  }

  @Test func `the first entity is found behind unreadable rows`() throws {
    for number in 0..<7 {
      let weight: SQLiteValue = number < 5 ? .text("heavy") : .integer(Int64(number))
      let id = UUID().uuidString.lowercased()
      try database.execute("INSERT INTO pallets (id, weight) VALUES (\(id), \(weight))")
    }
    let byWeight = pallets.query.order { $0.weight.descending }
    #expect(try byWeight.fetchFirst()?.weight == 6)
    #expect(try byWeight.limit(5).fetchFirst() == nil)
    #expect(try byWeight.limit(6).fetchFirst()?.weight == 6)
    #expect(try byWeight.offset(6).fetchFirst()?.weight == 5)
    try database.execute("DELETE FROM pallets WHERE typeof(weight) = 'integer'")
    #expect(try byWeight.fetchFirst() == nil)
  }

  @Test func `a failed read reaches the program`() throws {
    try database.execute("ALTER TABLE pallets RENAME TO gone")
    _ = failures.drain()
    #expect(pallets.getAll().isEmpty)
    #expect(failures.elements == [.invalidSQL])
    #expect(throws: DatabaseError.self) { try pallets.query.fetch() }
    #expect(failures.elements == [.invalidSQL], "fetch passes its error to its caller only")
  }
}
