import TestSupport
import Testing

@testable import StateGraphPersistence

/// The tables of types with references by several columns.
@Suite struct CompositeSchemaTests {
  private func sql(_ scene: SaleScene, _ name: String) throws -> String {
    let row = try scene.database.rows("SELECT sql FROM sqlite_schema WHERE name = \(name)").first
    if case .text(let text)? = row?[0] { return text } else { return "" }
  }

  @Test func `a created table has one foreign key of several columns, and an index`() throws {
    let scene = try SaleScene()
    let table = try sql(scene, "cartons")
    #expect(
      table.contains(
        #"FOREIGN KEY ("sale_id", "line_place") REFERENCES "sale_lines" ("sale_id", "place")"#
      ),
      "\(table)"
    )
    #expect(table.contains(#"("sale_id", "place") ON DELETE SET NULL"#), "\(table)")
    let indexes = try scene.database.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'cartons' ORDER BY name"
    ).map { $0[0] }
    #expect(
      indexes == [
        .text("cartons_sale_id_line_place_index"), .text("cartons_spare_sale_id_spare_place_index"),
      ]
    )
    // Its key begins with the columns of the reference.
    #expect(
      try scene.database.rows(
        "SELECT name FROM sqlite_schema WHERE tbl_name = 'deliveries' AND name LIKE '%_index'"
      ).isEmpty
    )
  }

  @Test func `the created tables do not differ from the declared types`() throws {
    let scene = try SaleScene()
    let differences = try scene.database.schemaDifferences(
      for: Sale.self,
      SaleLine.self,
      Carton.self,
      Delivery.self,
      Refund.self,
      Chore.self
    )
    #expect(differences.map(\.text) == [])
  }

  @Test func `the order of the columns in a foreign key is no difference`() throws {
    let scene = try SaleScene(tables: [
      """
      CREATE TABLE refunds (
        id INTEGER PRIMARY KEY NOT NULL, sale_id INTEGER NOT NULL REFERENCES sales (id),
        amount INTEGER NOT NULL, line_place INTEGER,
        FOREIGN KEY (line_place, sale_id) REFERENCES sale_lines (place, sale_id)
      ) STRICT
      """,
      "CREATE INDEX a ON refunds (sale_id)", "CREATE INDEX b ON refunds (sale_id, line_place)",
    ])
    #expect(try scene.database.schemaDifferences(for: Refund.self).map(\.text) == [])
  }

  @Test func `a missing or another foreign key is a difference, which no migration removes`() throws
  {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("old.sqlite"))
    try database.execute(
      """
      CREATE TABLE cartons (
        id INTEGER PRIMARY KEY NOT NULL, weight INTEGER NOT NULL, sale_id INTEGER NOT NULL,
        line_place INTEGER NOT NULL, spare_sale_id INTEGER,
        FOREIGN KEY (sale_id, line_place) REFERENCES sale_lines (place, sale_id)
      ) STRICT
      """
    )
    let texts = try database.schemaDifferences(for: Carton.self).map(\.text)
    let expected = "the file does not say that sale_id, line_place references sale_lines"
    #expect(texts.contains { $0.contains(expected) }, "\(texts)")
    let added = "the file does not say that spare_sale_id, spare_place references sale_lines"
    #expect(texts.contains { $0.contains(added) }, "\(texts)")
    let proposal = try database.proposedMigration(for: Carton.self)
    #expect(proposal.contains("ADD COLUMN \"spare_place\" INTEGER"), "\(proposal)")
    #expect(proposal.contains("-- Not proposed"), "\(proposal)")
  }

  // MARK: Declarations that no table can have

  @Entity(id: Int.self)
  final class Short {
    @GraphStored @Column(columns: "team", "number", "more") var chore: Chore
  }

  @Entity(id: Int.self)
  final class Swapped {
    @GraphStored var number: Int
    @GraphStored @Column(columns: "number", "team") var chore: Chore
  }

  @Entity(id: Int.self)
  final class Loose {
    @GraphStored var team: String?
    @GraphStored @Column(columns: "team", "number") var chore: Chore
  }

  @Test(arguments: [
    (Short.self as any Entity.Type, "Short.chore names 3 columns"),
    (Swapped.self, "Swapped.chore refers to a key of chores whose type"),
    (Loose.self, "Loose.chore is not optional"),
  ])
  func `a declaration that does not fit the referenced key is refused`(
    type: any Entity.Type,
    message: String
  ) throws {
    let scene = try SaleScene()
    let error = #expect(throws: DatabaseError.self) {
      try scene.database.createTables(for: type)
    }
    #expect(error?.code == .misuse)
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
  }

  @Test func `a reference to a table that is not there is refused`() throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("empty.sqlite"))
    let error = #expect(throws: DatabaseError.self) {
      try database.createTables(for: Delivery.self)
    }
    #expect(error?.code == .schemaMismatch)
    #expect(error?.message.contains("deliveries.sale_id, place refers to") == true)
  }
}
