import SampleDomains
import StateGraphCore
import TestSupport
import Testing

@testable import StateGraphPersistence

@Suite struct DefinitionTests {
  @Test func `a column is found by its property's key path`() {
    let definition = Book._$definition
    #expect(definition.columnIndex(of: \Book.title) == 0)
    #expect(definition.columnIndex(of: \Book.author) == 1)
    #expect(definition.columnIndex(of: \Book.publishedYear) == 2)
  }

  @Test func `a property that is no column has no column index`() {
    let definition = User._$definition
    #expect(definition.columnIndex(of: \User.typedID) == nil)
    #expect(definition.columnIndex(of: \User.posts) == nil)
    #expect(definition.columnIndex(of: \User.name.count) == nil)
    #expect(definition.columnIndex(of: \Post.title) == nil)
  }

  @Test func `a property with a private setter is found by both of its key paths`() {
    #expect(Counter._$definition.columnIndex(of: \Counter.count) == 0)
    #expect(Counter._$definition.columnIndex(of: Counter.countPath) == 0)
  }

  @Test func `a new entity has the values of its initialiser`() {
    let ada = User(id: "ada", name: "Ada")
    let post = Post(id: "p1", title: "Hello", author: ada)
    #expect(post.title == "Hello")
    #expect(post.content == "")
    #expect(post.author === ada)
  }
}

@Entity
final class Counter {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored private(set) var count: Int

  static var countPath: KeyPath<Counter, Int> { \.count }
}

/// The declarations of a type, compared with the SQL in the file.
@Suite struct DeclarationTests {
  @Test func `the created tables have the columns and indexes that a type declares`() throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("shelf"))
    try database.create([Owner._$definition, Shelf._$definition])
    let sql = try database.rows(
      "SELECT sql FROM sqlite_schema WHERE tbl_name = 'shelves' AND sql IS NOT NULL ORDER BY name"
    ).map { row in if case .text(let text) = row[0] { text } else { "" } }
    #expect(
      sql == [
        """
        CREATE TABLE "shelves" (
          "id" TEXT NOT NULL,
          "short_label" TEXT NOT NULL DEFAULT 'none' UNIQUE CHECK (length(short_label) < 9),
          "room" INTEGER NOT NULL DEFAULT 1,
          "made" TEXT DEFAULT (CURRENT_TIMESTAMP),
          "owner_id" TEXT REFERENCES "owners" ("id") ON DELETE SET NULL,
          "parent_id" TEXT REFERENCES "shelves" ("id"),
          PRIMARY KEY ("id")
        ) STRICT
        """,
        """
        CREATE INDEX "shelves_made_index" ON "shelves" ("made")
        """,
        """
        CREATE UNIQUE INDEX "shelves_owner_id_room_unique" ON "shelves" ("owner_id", "room")
        """,
        """
        CREATE INDEX "shelves_parent_id_index" ON "shelves" ("parent_id")
        """,
      ]
    )
    let definition = Shelf._$definition.tableDefinition
    #expect(definition.renamedFrom == "racks")
    #expect(definition.column("room")?.renamedFrom == "place")
    #expect(Owner._$definition.tableDefinition.searchColumns == ["name"])
  }

  @Test func `a rule that the type declares refuses a row`() throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("shelf"))
    try database.create([Owner._$definition, Shelf._$definition])
    let shelves = try EntityStore<Shelf>(database)
    #expect(throws: DatabaseError.self) {
      try shelves.insert(Shelf(id: "s", label: "far too long"))
    }
    try shelves.insert(Shelf(id: "s", label: "short"))
    #expect(throws: DatabaseError.self) { try shelves.insert(Shelf(id: "t", label: "short")) }
  }

  @Test func `a tree refers to its own table`() throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("shelf"))
    try database.create([Owner._$definition, Shelf._$definition])
    let shelves = try EntityStore<Shelf>(database)
    let root = Shelf(id: "root", label: "root")
    let child = Shelf(id: "child", label: "child", parent: root)
    try database.write {
      shelves.add(root)
      shelves.add(child)
    }
    #expect(root.shelves.map(\.typedID) == ["child"])
    #expect(child.parent === root)
    #expect(root.parent == nil)
    child.parent = nil
    #expect(root.shelves.isEmpty)
  }
}

@Entity
final class Owner {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored @Column(.searchable) var name: String
}

@Entity(table: "shelves", renamedFrom: "racks", indexes: .unique("owner", "room"))
final class Shelf {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored
  @Column("short_label", .unique, .check("length(short_label) < 9"), .default("'none'"))
  var label: String
  @GraphStored @Column(.default("1"), .renamed(from: "place")) var room: Int = 1
  @GraphStored @Column(.indexed, .default("CURRENT_TIMESTAMP")) var made: String?
  @GraphStored @Column(.onDelete(.nullify)) var owner: Owner?
  @GraphStored var parent: Shelf?
  @GraphComputed(inverse: \Shelf.parent) var shelves: [Shelf]
}
