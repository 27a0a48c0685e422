import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// Reading the columns of a row as Swift types.
@Suite struct RowReadingTests {
  private let database: Database

  init() throws { database = try Database.inMemory() }

  private func row(_ sql: SQL) throws -> SQLiteRow {
    try #require(try database.rows(sql).first)
  }

  private func code<Value>(_ body: () throws -> Value) -> DatabaseError.Code? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? DatabaseError)?.code
    }
  }

  // MARK: Columns

  @Test func `a column is read as a type, by its name and by its position`() throws {
    let row = try row("SELECT 7 AS n, 'Ada' AS name, 1.5 AS x, NULL AS none")
    #expect(try row["n", as: Int.self] == 7)
    #expect(try row["name", as: String.self] == "Ada")
    #expect(try row[2, as: Double.self] == 1.5)
    #expect(try row["none", as: Int?.self] == nil)
    #expect(try row["n", as: Int?.self] == 7)
  }

  @Test func `a missing column names the columns that there are`() throws {
    let row = try row("SELECT 1 AS first, 2 AS second")
    let error = DatabaseError.thrown { _ = try row["third", as: Int.self] }
    #expect(error?.code == .missingColumn)
    #expect(error?.message == "The row has no column third. Its columns are: first, second.")
    #expect(code { try row[2, as: Int.self] } == .missingColumn)
    #expect(code { try row[-1, as: Int.self] } == .missingColumn)
    #expect(row["third"] == nil)
  }

  @Test func `a value that the type cannot represent is an error without the value`() throws {
    let row = try row("SELECT 300 AS large, x'ff' AS bytes, 'secret' AS word, NULL AS none")
    #expect(code { try row["large", as: Int8.self] } == .typeMismatch)
    #expect(code { try row["bytes", as: String.self] } == .typeMismatch)
    #expect(code { try row["none", as: Int.self] } == .typeMismatch)
    let error = DatabaseError.thrown { _ = try row["word", as: Int.self] }
    #expect(error?.code == .typeMismatch)
    #expect(error?.message.contains("word") == true)
    #expect(error.map { "\($0)".contains("secret") } == false)
  }

  @Test func `the smallest integer is read exactly, and NaN is NULL`() throws {
    let row = try row("SELECT \(Int64.min) AS smallest, \(Double.nan) AS none")
    #expect(try row["smallest", as: Int64.self] == .min)
    #expect(code { try row["smallest", as: Double.self] } == nil)
    #expect(code { try row["none", as: Double.self] } == .typeMismatch)
    #expect(try row["none", as: Double?.self] == nil)
  }

  @Test func `of two columns with one name the first is read`() throws {
    let row = try row("SELECT 1 AS id, 2 AS id")
    #expect(try row["id", as: Int.self] == 1)
    #expect(try row[1, as: Int.self] == 2)
    struct Identified: Decodable { let id: Int }
    #expect(try row.decode(Identified.self).id == 1)
  }

  // MARK: Single values

  @Test func `a single value is nil without a row and for NULL`() throws {
    #expect(try database.fetchValue(Int.self, "SELECT 5, 6") == 5)
    #expect(try database.fetchValue(Int.self, "SELECT 5 WHERE 0") == nil)
    #expect(try database.fetchValue(Int.self, "SELECT NULL") == nil)
    #expect(code { try database.fetchValue(Int.self, "SELECT 'five'") } == .typeMismatch)
    // The statement was reset: the table can be dropped.
    try database.execute("CREATE TABLE t (x)")
    _ = try database.fetchValue(Int.self, "SELECT x FROM t")
    try database.execute("DROP TABLE t")
  }

  @Test func `the values of a column are read in order`() throws {
    let values: SQL = "VALUES (1), (NULL), (3)"
    #expect(try database.fetchValues(Int?.self, values) == [1, nil, 3])
    #expect(code { try database.fetchValues(Int.self, values) } == .typeMismatch)
    #expect(try database.fetchValues(Int.self, "SELECT 1 WHERE 0") == [])
  }

  @Test func `a statement that writes is no query`() throws {
    try database.execute("CREATE TABLE t (x)")
    #expect(code { try database.fetchValue(Int.self, "INSERT INTO t VALUES (1)") } == .misuse)
    #expect(try database.fetchValue(Int.self, "SELECT count(*) FROM t") == 0)
  }

  @Test func `a read inside a write returns the values of the transaction`() throws {
    try database.execute("CREATE TABLE t (x)")
    try database.write {
      try database.execute("INSERT INTO t VALUES (9)")
      #expect(try database.fetchValue(Int.self, "SELECT x FROM t") == 9)
    }
  }

  // MARK: Decodable

  private enum Status: String, Decodable { case draft, published }
  private struct Post: Decodable, Equatable {
    let title: String
    let status: Status
    let rating: Double?
    let editor: String?
    let date: Date
    let likeCount: Int

    private enum CodingKeys: String, CodingKey {
      case title, status, rating, editor, date
      case likeCount = "like_count"
    }
  }

  private static let posts: SQL = """
    SELECT 'One' AS title, 'draft' AS status, NULL AS rating,
      '2026-03-01 09:30:00' AS date, 3 AS like_count
    """

  @Test func `a decodable type is made of the columns of its coding keys`() throws {
    let posts = try database.fetch(Post.self, Self.posts)
    #expect(posts.count == 1)
    #expect(posts.first?.title == "One")
    #expect(posts.first?.status == .draft)
    #expect(posts.first?.rating == nil)
    // The query has no such column.
    #expect(posts.first?.editor == nil)
    #expect(posts.first?.date == Date(timeIntervalSince1970: 1_772_357_400))
    #expect(posts.first?.likeCount == 3)
    #expect(try database.fetchFirst(Post.self, Self.posts) == posts.first)
    #expect(try database.fetchFirst(Int.self, "SELECT 1 WHERE 0") == nil)
  }

  @Test func `a decodable type that is a single value reads the first column`() throws {
    #expect(try database.fetch(Int.self, "VALUES (1), (2)") == [1, 2])
    #expect(try database.fetch(Status.self, "VALUES ('draft'), ('published')").count == 2)
  }

  @Test func `a member without its column, or of another type, is an error`() throws {
    struct Counted: Decodable { let count: Int8 }
    #expect(code { try database.fetch(Counted.self, "SELECT 1 AS n") } == .missingColumn)
    #expect(code { try database.fetch(Counted.self, "SELECT NULL AS count") } == .typeMismatch)
    #expect(code { try database.fetch(Counted.self, "SELECT 128 AS count") } == .typeMismatch)
    #expect(code { try database.fetch(Counted.self, "SELECT 'x' AS count") } == .typeMismatch)
    #expect(try database.fetch(Counted.self, "SELECT -128 AS count").first?.count == -128)
  }

  @Test func `the error of the type itself is thrown`() throws {
    #expect(throws: DecodingError.self) {
      try database.fetch(Status.self, "SELECT 'unknown'")
    }
  }

  @Test func `nested objects and arrays are refused`() throws {
    struct Inner: Decodable { let a: Int }
    struct Outer: Decodable { let inner: Inner }
    struct Listing: Decodable { let list: [Int] }
    #expect(code { try database.fetch(Outer.self, "SELECT '{}' AS inner") } == .misuse)
    #expect(code { try database.fetch(Listing.self, "SELECT '[]' AS list") } == .misuse)
    #expect(code { try database.fetch([String].self, "SELECT '[]'") } == .misuse)
  }
}
