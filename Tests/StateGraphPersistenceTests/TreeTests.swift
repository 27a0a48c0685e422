import StateGraphPersistence
import TestSupport
import Testing

@Entity
final class Folder {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored var name: String
  @GraphStored var parent: Folder? = nil
  @GraphComputed(inverse: \Folder.parent) var children: [Folder]
}

/// Entities that refer to their own kind.
@Suite struct TreeTests {
  @Test(arguments: ["CASCADE", "SET NULL", "RESTRICT"])
  func `the deletion of a parent applies the table's rule to its children at once`(
    rule: String
  ) throws {
    let database = try Database(path: ":memory:")
    try database.execute(
      .raw(
        """
        CREATE TABLE folders (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL,
          parent_id INTEGER REFERENCES folders (id) ON DELETE \(rule)) STRICT
        """
      )
    )
    let folders = try EntityStore<Folder>(database)
    let root = Folder(id: 1, name: "root")
    let child = Folder(id: 2, name: "child", parent: root)
    let grandchild = Folder(id: 3, name: "grandchild", parent: child)
    folders.add([root, child, grandchild])
    #expect(root.children.map(\.name) == ["child"])
    let deleted = try? database.execute("DELETE FROM folders WHERE id = 1")
    switch rule {
    case "CASCADE":
      #expect([root, child, grandchild].map(\.isDeleted) == [true, true, true])
      #expect(folders.isEmpty)
    case "SET NULL":
      #expect(child.parent == nil)
      #expect(!child.isDeleted)
      #expect(child.children.map(\.name) == ["grandchild"])
    default:
      #expect(deleted == nil)
      #expect(root.children.map(\.name) == ["child"])
    }
  }

  @Test func `a deletion reaches as many levels as SQLite allows`() throws {
    let database = try Database.temporary()
    try database.execute(
      """
      CREATE TABLE folders (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL,
        parent_id INTEGER REFERENCES folders (id) ON DELETE CASCADE) STRICT
      """
    )
    let folders = try EntityStore<Folder>(database)
    let root = Folder(id: 1, name: "1")
    try database.write {
      folders.add(root)
      for id in 2...900 {
        folders.add(Folder(id: .init(id), name: "", parent: folders[.init(id - 1)]))
      }
    }
    try folders.remove(1)
    #expect(folders.isEmpty)
    #expect(root.isDeleted)
  }

  @Test func `children come and go through the relationship`() throws {
    let database = try Database(path: ":memory:")
    try database.execute(
      """
      CREATE TABLE folders (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL,
        parent_id INTEGER REFERENCES folders (id)) STRICT
      """
    )
    let folders = try EntityStore<Folder>(database)
    let root = Folder(id: 1, name: "root")
    folders.add(root)
    root.children = [Folder(id: 2, name: "two"), Folder(id: 3, name: "three")]
    #expect(folders.count == 3)
    #expect(root.children.map(\.name) == ["two", "three"])
    let two = root.children[0]
    root.children.removeFirst()
    #expect(two.parent == nil)
    #expect(try database.rows("SELECT id FROM folders WHERE parent_id = 1").count == 1)
    two.children.append(root.children[0])
    #expect(root.children.isEmpty)
    #expect(two.children.map(\.name) == ["three"])
  }
}
