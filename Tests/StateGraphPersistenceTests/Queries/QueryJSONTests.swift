import StateGraphPersistence
import TestSupport
import Testing

/// Values inside properties that are stored as JSON.
@Suite struct QueryJSONTests {
  let database: Database
  let shipments: EntityStore<Shipment>

  init() throws {
    database = try Database(path: ":memory:")
    for statement in Shipment._$definition.tableDefinition.createStatements {
      try database.execute(statement)
    }
    shipments = try EntityStore<Shipment>(database)
    for (id, city, floor) in [("a", "London", 2), ("b", "Paris", nil), ("c", "Oslo", 5)] {
      shipments.add(
        Shipment(id: .init(id), label: id, address: Address(city: city, floor: floor, tags: [id]))
      )
    }
  }

  @Test func `conditions, orders and selections use a path`() throws {
    let found = try shipments.query.where {
      $0.json(\.address, "$.city", as: String.self) == "Paris"
    }
    .fetch()
    #expect(found.map(\.label) == ["b"])
    let high = shipments.query.where { $0.json(\.address, "$.floor", as: Int.self) > 1 }
    #expect(try high.fetchCount() == 2)
    let rows = try shipments.query.order { $0.json(\.address, "$.floor", as: Int.self).descending }
      .select {
        ($0.json(\.address, "$.floor", as: Int.self), $0.json(\.address, "$.tags", as: String.self))
      }
      .fetch()
    #expect(rows.map(\.0) == [5, 2, nil])
    #expect(rows.map(\.1) == ["[\"c\"]", "[\"a\"]", "[\"b\"]"])
  }

  @Test func `a live query with a path is read again when the column changes, and only then`()
    throws
  {
    let node = shipments.query.where { $0.json(\.address, "$.floor", as: Int.self) > 1 }.live
    #expect(node.wrappedValue.map(\.label) == ["a", "c"])
    let before = database.statementCounter.readCount
    try database.execute("UPDATE shipments SET label = label || '!'")
    #expect(node.wrappedValue.count == 2)
    #expect(database.statementCounter.readCount == before)
    shipments.get(by: "b")?.address.floor = 9
    #expect(node.wrappedValue.count == 3)
  }

  @Test func `an invalid path, and a store in memory, are errors`() throws {
    let query = { (store: EntityStore<Shipment>, path: String) in
      try store.query.where { $0.json(\.address, path, as: String.self) == "x" }.fetch()
    }
    let invalid = #expect(throws: DatabaseError.self) { try query(shipments, "city") }
    #expect(invalid?.code == .invalidSQL)
    let memory = EntityStore<Shipment>()
    memory.add(Shipment(id: "a", label: "a", address: Address(city: "x", floor: nil, tags: [])))
    let error = #expect(throws: DatabaseError.self) { try query(memory, "$.city") }
    #expect(error?.code == .misuse)
  }
}

struct Address: Codable, Equatable, Sendable {
  var city: String
  var floor: Int?
  var tags: [String]
}

@Entity(id: String.self)
final class Shipment {
  @GraphStored var label: String
  @GraphStored @Column(.json) var address: Address
}
