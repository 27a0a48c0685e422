import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@Suite("Nested export: every level, or a count of the left out rows")
struct NestedLevelsTests {
  private func leftOut(_ scene: ExportScene, _ tables: [String]) throws -> [LeftOutRows] {
    var request = ExportRequest(tables: tables, to: .folder(scene.directory.file("out")))
    request.format = .json
    request.isNested = true
    request.replacesExisting = true
    return try Exporter(path: scene.database).run(request).leftOut
  }

  private static let deep = """
    CREATE TABLE books (id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES authors (id)) STRICT;
    CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT, city_id INTEGER REFERENCES cities (id))
      STRICT;
    CREATE TABLE awards (id INTEGER PRIMARY KEY, author_id INTEGER NOT NULL REFERENCES authors (id))
      STRICT;
    CREATE TABLE juries (id INTEGER PRIMARY KEY, award_id INTEGER NOT NULL REFERENCES awards (id))
      STRICT;
    CREATE TABLE cities (id INTEGER PRIMARY KEY, name TEXT) STRICT;
    CREATE TABLE streets (id INTEGER PRIMARY KEY, city_id INTEGER NOT NULL REFERENCES cities (id))
      STRICT;
    CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT) STRICT;
    CREATE TABLE book_tags (book_id INTEGER NOT NULL REFERENCES books (id),
      tag_id INTEGER NOT NULL REFERENCES tags (id), position INTEGER,
      PRIMARY KEY (book_id, tag_id)) STRICT, WITHOUT ROWID;
    CREATE TABLE synonyms (id INTEGER PRIMARY KEY, tag_id INTEGER NOT NULL REFERENCES tags (id))
      STRICT;
    """
  private static let rows = """
    INSERT INTO cities VALUES (1, 'Ulm');
    INSERT INTO streets VALUES (1, 1), (2, 1);
    INSERT INTO authors VALUES (1, 'Ann', 1), (2, 'Bob', NULL);
    INSERT INTO awards VALUES (1, 1), (2, 1);
    INSERT INTO juries VALUES (1, 2), (2, 2);
    INSERT INTO books VALUES (1, 1), (2, 1), (3, 2), (4, NULL);
    INSERT INTO tags VALUES (1, 'x'), (2, 'y');
    INSERT INTO book_tags VALUES (1, 1, 0), (1, 2, 1), (2, 2, 5);
    INSERT INTO synonyms VALUES (1, 1), (2, 2), (3, 2);
    """

  @Test func `rows that refer to referenced rows and to elements are nested at every level`() throws
  {
    let scene = try ExportScene(Self.deep, rows: Self.rows)
    let (before, after) = try scene.roundTrip(["books"], .json, isNested: true)
    #expect(before == after)
    #expect(try leftOut(scene, ["books"]).isEmpty)
  }

  @Test func `rows that no record leads to are counted by table`() throws {
    let scene = try ExportScene(
      Self.deep,
      rows: Self.rows + """
        INSERT INTO authors VALUES (3, 'Eve', NULL);
        INSERT INTO awards VALUES (3, 3), (4, 3);
        INSERT INTO tags VALUES (3, 'z');
        """
    )
    #expect(
      try leftOut(scene, ["books"]).map { "\($0.table) \($0.rows)" }
        == ["authors 1", "awards 2", "tags 1"]
    )
    #expect(try leftOut(scene, ["books", "authors", "tags"]).isEmpty)
  }

  @Test func `tables that link to each other end where the tree would begin again`() throws {
    let scene = try ExportScene(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, b_id INTEGER REFERENCES b (id)) STRICT;
      CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER REFERENCES a (id)) STRICT;
      CREATE TABLE c (id INTEGER PRIMARY KEY) STRICT;
      CREATE TABLE links (a_id INTEGER NOT NULL REFERENCES a (id), c_id INTEGER NOT NULL
        REFERENCES c (id), PRIMARY KEY (a_id, c_id)) STRICT;
      CREATE TABLE others (b_id INTEGER NOT NULL REFERENCES b (id), c_id INTEGER NOT NULL
        REFERENCES c (id), PRIMARY KEY (b_id, c_id)) STRICT;
      """,
      rows: """
        INSERT INTO a VALUES (1, 1), (2, NULL);
        INSERT INTO b VALUES (1, 1), (2, 2), (3, NULL);
        INSERT INTO c VALUES (1), (2);
        INSERT INTO links VALUES (1, 1), (2, 2);
        INSERT INTO others VALUES (1, 2), (3, 1);
        """
    )
    #expect(
      try leftOut(scene, ["c"]).map { "\($0.table) \($0.rows)" } == []
    )
    let (before, after) = try scene.roundTrip(["c"], .json, isNested: true)
    #expect(before == after)
    #expect(
      try leftOut(scene, ["a"]).map { "\($0.table) \($0.rows)" } == ["b 1", "others 1"]
    )
  }

  @Test func `rows of a tree that are left out below another record are counted`() throws {
    let scene = try ExportScene(
      """
      CREATE TABLE posts (id INTEGER PRIMARY KEY) STRICT;
      CREATE TABLE comments (id INTEGER PRIMARY KEY, post_id INTEGER REFERENCES posts (id),
        parent_id INTEGER REFERENCES comments (id)) STRICT;
      """,
      rows: """
        INSERT INTO posts VALUES (1);
        INSERT INTO comments VALUES (1, 1, NULL), (2, NULL, 1), (3, NULL, 2);
        """
    )
    #expect(try leftOut(scene, ["posts"]).map { "\($0.table) \($0.rows)" } == ["comments 2"])
    #expect(try leftOut(scene, ["posts", "comments"]).isEmpty)
  }

  @Test(arguments: [
    // The array can represent the links, or not: the positions begin at 1, and a row is missing.
    "INSERT INTO item_items VALUES (1, 2, 0), (1, 3, 1), (2, 3, 0)",
    "INSERT INTO item_items VALUES (1, 2, 1), (1, 3, 2), (2, 3, NULL), (3, 1, 7), (3, 3, 0)",
  ])
  func `links of a table to itself keep their direction`(links: String) throws {
    let scene = try ExportScene(
      """
      CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT) STRICT;
      CREATE TABLE item_items (parent_item_id INTEGER NOT NULL REFERENCES items (id),
        item_id INTEGER NOT NULL REFERENCES items (id), position INTEGER,
        PRIMARY KEY (parent_item_id, item_id)) STRICT, WITHOUT ROWID;
      """,
      rows: "INSERT INTO items VALUES (1, 'a'), (2, 'b'), (3, 'c'); " + links
    )
    let (before, after) = try scene.roundTrip(["items"], .json, isNested: true)
    #expect(before == after)
    #expect(try leftOut(scene, ["items"]).isEmpty)
  }

  @Test func `a flat export leaves out nothing and counts nothing`() throws {
    let scene = try ExportScene(Self.deep, rows: Self.rows)
    let report = try Exporter(path: scene.database).run(
      ExportRequest(tables: ["books"], to: .file(scene.directory.file("books.csv")))
    )
    #expect(report.leftOut.isEmpty)
  }
}
