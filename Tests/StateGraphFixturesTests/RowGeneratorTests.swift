import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphFixtures

@Suite struct RowGeneratorTests {
  /// Schemas that were not written for the generator, and the tables that cannot have all rows.
  static let schemas: [(name: String, counts: [String: Int])] = [
    ("Migrations/0001_create_social.sql", [:]),
    ("Migrations/0002_create_library.sql", [:]),
    ("Fixtures/iso-codes/Migrations/0001_create_codes.sql", [:]),
    ("Fixtures/generate/awkward.sql", ["notes": 3]),
    ("Tests/StateGraphFixturesTests/Schemas/chinook.sql", [:]),
    ("Tests/StateGraphFixturesTests/Schemas/northwind.sql", [:]),
    ("Tests/StateGraphFixturesTests/Schemas/fossil.sql", [:]),
    ("Tests/StateGraphFixturesTests/Schemas/coverage.sql", [:]),
    ("Tests/StateGraphFixturesTests/Schemas/django.sql", [:]),
  ]

  @Test(arguments: schemas.indices)
  func `a schema gets all rows, and no reference dangles`(index: Int) throws {
    let (name, counts) = Self.schemas[index]
    let sql = try String(contentsOfFile: PackageRoot.path + "/" + name, encoding: .utf8)
    let scene = try GeneratorScene(sql)
    #expect(scene.problem(rows: 60, counts, seed: TestSeed.current) == nil)
    #expect(try scene.danglingCount() == 0)
    for table in try SchemaReader(scene.connection).tables() {
      #expect(try scene.count(table.name) == counts[table.name] ?? 60, "\(table.name)")
    }
    #expect(try scene.values("PRAGMA integrity_check") == [.text("ok")])
  }

  @Test(arguments: schemas.indices)
  func `the same seed leads to the same rows, and another seed to others`(index: Int) throws {
    let (name, counts) = Self.schemas[index]
    let sql = try String(contentsOfFile: PackageRoot.path + "/" + name, encoding: .utf8)
    let contents = try ([7, 7, 8] as [UInt64]).map { seed in
      let scene = try GeneratorScene(sql)
      #expect(scene.problem(rows: 30, counts, seed: seed) == nil)
      return try scene.content()
    }
    #expect(contents[0] == contents[1])
    #expect(contents[0] != contents[2])
  }

  @Test func `the numbers of a seed are those of SplitMix64 on each machine`() {
    let choices = ChoiceSequence(seed: 0)
    #expect(choices.below(UInt64(1) << 32) == 0xe220_a839)
    #expect(choices.below(UInt64(1) << 32) == 0x6e78_9e6a)
  }

  @Test func `a pair of references is never generated twice`() throws {
    let scene = try GeneratorScene(
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY);
      CREATE TABLE follows (
        follower INTEGER REFERENCES people, followed INTEGER REFERENCES people,
        CHECK (follower <> followed), PRIMARY KEY (follower, followed)
      ) WITHOUT ROWID;
      """
    )
    // Each person follows each other person.
    #expect(scene.problem(rows: 12, ["follows": 12 * 11]) == nil)
    #expect(try scene.count("follows") == 132)
  }

  @Test func `a key that a CHECK refuses for one row is the key of another row`() throws {
    let names = "'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'"
    for seed in TestSeed.seeds(40) {
      let scene = try GeneratorScene(
        """
        CREATE TABLE seats (
          place TEXT NOT NULL UNIQUE CHECK (place IN (\(names))),
          guest TEXT NOT NULL UNIQUE CHECK (guest IN (\(names))),
          CHECK (NOT (place = 'a' AND guest = 'a'))
        );
        """
      )
      #expect(scene.problem(rows: 12, seed: seed) == nil, "seed \(seed)")
    }
  }

  @Test func `a key with too few values is an error with its number`() throws {
    let scene = try GeneratorScene(
      """
      CREATE TABLE days (name TEXT PRIMARY KEY NOT NULL CHECK (name IN ('Mo', 'Tu')));
      CREATE TABLE shifts (
        day TEXT NOT NULL REFERENCES days, half TEXT NOT NULL CHECK (half IN ('am', 'pm')),
        UNIQUE (day, half)
      );
      """
    )
    #expect(
      scene.problem(rows: 5, ["days": 2])
        == "the key (day, half) of \"shifts\" has only 4 different values for 5 rows. "
        + "Generate at most 4 rows of \"shifts\""
    )
  }

  @Test func `a key of an optional column becomes NULL when it has no further value`() throws {
    let scene = try GeneratorScene(
      """
      CREATE TABLE seats (
        id INTEGER PRIMARY KEY, badge TEXT UNIQUE CHECK (badge IN ('red', 'blue'))
      );
      """
    )
    #expect(scene.problem(rows: 5) == nil)
    #expect(try scene.values("SELECT count(badge) FROM seats") == [.integer(2)])
  }

  @Test func `an impossible CHECK is named together with the remedy`() throws {
    let scene = try GeneratorScene(
      """
      CREATE TABLE users (
        id INTEGER PRIMARY KEY, email TEXT NOT NULL CHECK (email LIKE '%@%'),
        digest TEXT NOT NULL CHECK (digest = hex(email || 'salt'))
      );
      """
    )
    #expect(
      scene.problem()
        == "no row of \"users\" satisfies CHECK (digest = hex(email || 'salt')) after 500 tries. "
        + "Give the column users.email values of its own, or write its rows as a fixture"
    )
    var own = OwnValues()
    own.set("users.email") { _ in .text("a@b") }
    own.set("Users.Digest") { _ in .text("61406273616C74") }
    #expect(scene.problem(own: own) == nil)
  }

  @Test func `two tables that require each other are generated together`() throws {
    let scene = try GeneratorScene(
      """
      CREATE TABLE accounts (
        id INTEGER PRIMARY KEY, owner TEXT NOT NULL REFERENCES users (name)
          DEFERRABLE INITIALLY DEFERRED
      );
      CREATE TABLE users (
        name TEXT PRIMARY KEY NOT NULL, account INTEGER NOT NULL UNIQUE REFERENCES accounts
      );
      """
    )
    #expect(scene.problem(rows: 25) == nil)
    #expect(try scene.danglingCount() == 0)
    #expect(try scene.values("SELECT count(DISTINCT account) FROM users") == [.integer(25)])
  }

  @Test func `new rows keep the existing ones and refer to them`() throws {
    let scene = try GeneratorScene(
      """
      CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE);
      CREATE TABLE posts (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES users);
      INSERT INTO users VALUES (1, 'BABA'), (2, 'Bebe'), (77, 'x');
      """
    )
    #expect(scene.problem(rows: 10, ["users": 40]) == nil)
    #expect(try scene.count("users") == 43)
    let generator = try RowGenerator(scene.connection, own: OwnValues()) { _ in
      ChoiceSequence(replaying: [])
    }
    let (table, rows) = try generator.rows(of: "POSTS", count: 2)
    #expect(table.name == "posts")
    #expect(rows.map { $0[1] } == [.integer(1), .integer(1)])
    #expect(try scene.count("posts") == 10)
  }

  @Test func `a key may have more combinations than 64 bits count`() throws {
    let columns = (0..<9).map { "c\($0) TEXT NOT NULL CHECK (c\($0) <> '')" }
    func names(_ count: Int) -> String {
      (0..<count).map { "c\($0)" }.joined(separator: ", ")
    }
    let scene = try GeneratorScene(
      """
      CREATE TABLE wide (\(columns.joined(separator: ", ")), PRIMARY KEY (\(names(9))));
      CREATE TABLE half (\(columns.prefix(7).joined(separator: ", ")), n INTEGER NOT NULL,
        m TEXT NOT NULL, PRIMARY KEY (\(names(7)), n, m));
      """
    )
    #expect(scene.problem(rows: 600) == nil)
    #expect(try [scene.count("wide"), scene.count("half")] == [600, 600])
  }

  @Test func `a generated column is computed for the CHECK that names it`() throws {
    let scene = try GeneratorScene(
      """
      CREATE TABLE boxes (
        "the width" INTEGER NOT NULL, height INTEGER NOT NULL,
        area INTEGER AS ("the width" * height) STORED, double AS (area * 2),
        CHECK (boxes.area BETWEEN 40 AND 60 AND double <> 90)
      );
      """
    )
    #expect(scene.problem(rows: 50) == nil)
    #expect(
      try scene.values("SELECT count(*) FROM boxes WHERE area BETWEEN 40 AND 60") == [.integer(50)]
    )
  }

  @Test func `an unknown table in the numbers of rows is an error`() throws {
    let scene = try GeneratorScene("CREATE TABLE users (id INTEGER PRIMARY KEY);")
    #expect(
      scene.problem(["user": 3]) == "the database has no table \"user\". The nearest is \"users\""
    )
  }

  @Test func `the paths in a CHECK become the members of a JSON candidate`() {
    let table = TableSchema(name: "settings", columns: [], primaryKey: [], hasRowID: true)
    let check = CheckConstraint("json_extract(body, '$.theme.name') IN ('dark')", of: table)
    let candidate = JSONCandidate(CheckLiterals([check]))
    #expect(candidate.text(ChoiceSequence(replaying: [])) == #"{"theme":{"name":"dark"}}"#)
  }

  @Test func `a CHECK is split at AND, but not inside BETWEEN or parentheses`() {
    #expect(
      Conjuncts.split("a BETWEEN 1 AND 2 AND (b AND c) AND length(d)>=40")
        == ["a BETWEEN 1 AND 2", "(b AND c)", "length(d)>=40"]
    )
    #expect(Conjuncts.split("a AND b OR c") == ["a AND b OR c"])
  }
}
