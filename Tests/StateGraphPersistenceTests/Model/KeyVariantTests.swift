import StateGraphPersistence
import TestSupport
import Testing

@Entity(table: "items")
final class TextItem {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var label: String
  @GraphStored var amount: Int
  @GraphStored var parent: TextItem?
  @GraphComputed(inverse: \TextItem.parent) var children: [TextItem]
}

@Entity(table: "items")
final class NumberedItem {
  typealias TypedIdentifierRawValue = Int64
  let typedID: TypedID
  @GraphStored var label: String
  @GraphStored var amount: Int
  @GraphStored var parent: NumberedItem?
  @GraphComputed(inverse: \NumberedItem.parent) var children: [NumberedItem]
}

protocol Item: Entity {
  var image: [SQLiteValue] { get }
  var childIDs: [SQLiteValue] { get }
  func change()
}

extension TextItem: Item {
  var image: [SQLiteValue] {
    [typedID.raw.value, label.value, amount.value, (parent?.typedID.raw).value]
  }
  var childIDs: [SQLiteValue] { children.map(\.typedID.raw.value) }
  func change() { amount += 1 }
}

extension NumberedItem: Item {
  var image: [SQLiteValue] {
    [typedID.raw.value, label.value, amount.value, (parent?.typedID.raw).value]
  }
  var childIDs: [SQLiteValue] { children.map(\.typedID.raw.value) }
  func change() { amount += 1 }
}

/// Trees of rows in tables that store their keys in different ways, and SQL statements that move,
/// replace and remove rows which entities represent.
@Suite struct KeyVariantTests {
  enum Variant: CaseIterable, Sendable { case text, withoutRowID, rowID, integerWithoutRowID }
  enum End: CaseIterable, Sendable { case alone, inWrite, undone, undoneInside }

  static let statements = [
    "UPDATE items SET id = id + 10",
    "UPDATE items SET id = 10 - id",
    "UPDATE items SET id = id + 1 WHERE id = 5",
    "UPDATE OR REPLACE items SET id = 1 WHERE id = 3",
    "INSERT OR REPLACE INTO items (id, label, amount) VALUES (9, 'l2', 0)",
    "INSERT OR REPLACE INTO items (id, label, amount) VALUES (1, 'l2', 0)",
    "UPDATE OR REPLACE items SET label = 'l1' WHERE id >= 4",
    "UPDATE OR IGNORE items SET label = 'l1', amount = 7",
    "UPDATE OR FAIL items SET label = CASE id WHEN 4 THEN 'l1' ELSE label || '!' END",
    "INSERT INTO items VALUES (2, 'x', 0, 1) ON CONFLICT (id) DO UPDATE SET amount = 99",
    "INSERT INTO items VALUES (8, 'l2', 0, 1) ON CONFLICT (label) DO UPDATE SET id = 8",
    "DELETE FROM items", "DELETE FROM items WHERE id = 1", "DELETE FROM items WHERE amount > 2",
    "UPDATE items SET parent_id = 5 WHERE id > 1 AND id < 5", "UPDATE items SET parent_id = id",
    "UPDATE items SET parent_id = NULL", "UPDATE items SET amount = amount",
    "DROP INDEX by_parent", "ALTER TABLE items ADD COLUMN extra DEFAULT 1",
  ]

  @Test(arguments: Variant.allCases, statements)
  func `held entities and their relationships follow a statement`(
    variant: Variant,
    statement: String
  ) throws {
    switch variant {
    case .text, .withoutRowID: try follow(TextItem.self, variant, statement)
    case .rowID, .integerWithoutRowID: try follow(NumberedItem.self, variant, statement)
    }
  }

  private func follow<Element: Item>(
    _ type: Element.Type,
    _ variant: Variant,
    _ statement: String
  ) throws {
    for end in End.allCases {
      let database = try Database(path: ":memory:")
      try fill(database, variant)
      let store = try EntityStore<Element>(database)
      let held = store.getAll()
      let before = held.map { ($0.image, $0.childIDs) }
      #expect(before.count == 5)
      try run(statement, end, database, held)
      // A reference to a missing parent is nil.
      let all = try database.rows(
        """
        SELECT i.id, i.label, i.amount, p.id, i.parent_id
        FROM items i LEFT JOIN items p ON p.id = i.parent_id ORDER BY i.id
        """
      ).map(\.values)
      let rows = all.map { Array($0[..<4]) }
      #expect(store.getAll().map(\.image) == rows, "\(end)")
      for (entity, before) in zip(held, before) {
        let row = rows.first { $0[0] == before.0[0] }
        #expect(entity.isDeleted == (row == nil), "\(end): \(before.0[0])")
        #expect((store.get(by: entity.typedID) === entity) == (row != nil), "\(end)")
        if let row { #expect(entity.image == row, "\(end)") }
      }
      for entity in store.getAll() {
        let children = all.filter { $0[4] == entity.image[0] }.map { $0[0] }
        #expect(entity.childIDs == children, "\(end): children of \(entity.image[0])")
      }
    }
  }

  /// Inserts the rows one to five as a tree: two and three below one, four and five below two.
  private func fill(_ database: Database, _ variant: Variant) throws {
    let key = [.text, .withoutRowID].contains(variant) ? "TEXT" : "INTEGER"
    let options = [.text, .rowID].contains(variant) ? "STRICT" : "STRICT, WITHOUT ROWID"
    // No foreign key is declared, so a parent may be missing.
    try database.execute(
      .raw(
        """
        CREATE TABLE items (
          id \(key) PRIMARY KEY NOT NULL, label TEXT NOT NULL UNIQUE, amount INTEGER NOT NULL,
          parent_id \(key)
        ) \(options)
        """
      )
    )
    try database.execute("CREATE INDEX by_parent ON items (parent_id)")
    try database.execute(
      """
      INSERT INTO items VALUES (1, 'l1', 1, NULL), (2, 'l2', 2, 1), (3, 'l3', 3, 1),
        (4, 'l4', 4, 2), (5, 'l5', 5, 2)
      """
    )
  }

  private func run<Element: Item>(
    _ statement: String,
    _ end: End,
    _ database: Database,
    _ held: [Element]
  ) throws {
    // The statement may fail, at once or half-way. The comparison covers the rows that it leaves.
    switch end {
    case .alone: _ = try? database.execute(.raw(statement))
    case .inWrite:
      try database.write {
        held[1].change()
        _ = try? database.execute(.raw(statement))
        held.forEach { _ = ($0.image, $0.childIDs) }
      }
    case .undone:
      try? database.write {
        _ = try? database.execute(.raw(statement))
        held.forEach { _ = ($0.image, $0.childIDs) }
        throw Stop()
      }
    case .undoneInside:
      try database.write {
        held[1].change()
        try? database.write {
          _ = try? database.execute(.raw(statement))
          held.forEach { _ = ($0.image, $0.childIDs) }
          throw Stop()
        }
        held[2].change()
      }
    }
  }
}
