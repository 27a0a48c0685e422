#if Studio
import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("Pages of rows")
struct PagingTests {
  static let tables = """
    CREATE TABLE plain (id INTEGER PRIMARY KEY, a, b TEXT COLLATE NOCASE, c REAL, d INTEGER);
    CREATE INDEX plain_a ON plain (a);
    CREATE INDEX plain_b ON plain (b);
    CREATE TABLE named (code TEXT PRIMARY KEY, a, b TEXT COLLATE NOCASE, c NUMERIC, d BLOB);
    CREATE TABLE pair (x INTEGER, y TEXT COLLATE NOCASE, a, b TEXT, c, d, PRIMARY KEY (x DESC, y))
      WITHOUT ROWID;
    CREATE TABLE bare (a, b TEXT COLLATE RTRIM, c, d, rowid);
    CREATE VIEW shown AS SELECT a, b, c, d FROM plain;
    """

  /// Rows with NULLs, all storage classes, texts that differ in case only, and many equal values.
  static func rows(_ random: inout SeededRandom, count: Int) -> String {
    func value() -> String {
      [
        "NULL", "0", "1", "-1", "1.5", "-0.5", "9223372036854775807", "9e999", "-9e999", "''",
        "'a'",
        "'A'", "'b '", "'b'", "'é'", "'10'", "x''", "x'00ff'", "CAST(x'ff61' AS TEXT)",
        "'a' || char(0)",
      ].randomElement(using: &random) ?? "NULL"
    }
    var sql = ""
    for index in 0..<count {
      func values() -> String { (0..<4).map { _ in value() }.joined(separator: ", ") }
      let code = index % 7 == 0 ? "NULL" : "'k\(index)'"
      let name = (index % 2 == 0 ? "n" : "N") + String(index)
      sql += "INSERT INTO plain VALUES (\(index * 3 - 50), \(values()));\n"
      sql += "INSERT OR IGNORE INTO named VALUES (\(code), \(values()));\n"
      sql += "INSERT OR IGNORE INTO pair VALUES (\(index % 5), '\(name)', \(values()));\n"
      sql += "INSERT INTO bare VALUES (\(values()), \(value()));\n"
    }
    return sql
  }

  private static var orders: [[[String: Any]]] {
    let columns = ["a", "b", "c", "d"]
    var orders: [[[String: Any]]] = [[]]
    for column in columns {
      for down in [false, true] { orders.append([["column": column, "descending": down]]) }
    }
    orders.append([["column": "b"], ["column": "a", "descending": true]])
    orders.append([["column": "c", "descending": true], ["column": "d"], ["column": "a"]])
    return orders
  }

  private static func sql(_ table: String, _ order: [[String: Any]], _ ties: [String]) -> String {
    var terms = order.map { element in
      let down = element["descending"] as? Bool == true
      return "\"\(element["column"] as? String ?? "")\" \(down ? "DESC" : "ASC")"
    }
    let down = order.last?["descending"] as? Bool == true
    terms += ties.map { "\($0) \(down ? "DESC" : "ASC")" }
    let clause = terms.isEmpty ? "" : " ORDER BY " + terms.joined(separator: ", ")
    return "SELECT * FROM \(table)\(clause)"
  }

  @Test(arguments: TestSeed.seeds(2, includesCurrent: true))
  func `the pages of every order together equal the whole SELECT`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let studio = try await RunningStudio(Self.tables + Self.rows(&random, count: 60))
    let token = try studio.token()
    let schema = try await studio.schemaID()
    let ties = ["plain": ["id"], "named": ["rowid"], "pair": ["x", "y"], "bare": ["_rowid_"]]
    for (table, ties) in ties.sorted(by: { $0.key < $1.key }) {
      for order in Self.orders {
        let whole = try await whole(Self.sql(table, order, ties), studio, token)
        let limit = Int.random(in: 1...25, using: &random)
        let forward = try await pages(table, order, limit, studio, token, schema, isReversed: false)
        let backward = try await pages(table, order, limit, studio, token, schema, isReversed: true)
        #expect(forward == whole, "seed \(seed), \(table), \(order), limit \(limit)")
        #expect(backward == whole, "seed \(seed), \(table), \(order), limit \(limit), backward")
      }
    }
  }

  /// The rows of a SELECT as the query of the page shows them.
  private func whole(
    _ sql: String,
    _ studio: RunningStudio,
    _ token: String
  ) async throws -> [String] {
    let answer = try await studio.post("query", ["id": "q", "sql": sql], token: token)
    return try answer.text.split(separator: "\n").flatMap { line in
      try JSON(Array(line.utf8))["rows"].array.map(\.description)
    }
  }

  private func pages(
    _ table: String,
    _ order: [[String: Any]],
    _ limit: Int,
    _ studio: RunningStudio,
    _ token: String,
    _ schema: String,
    isReversed: Bool
  ) async throws -> [String] {
    var request: [String: Any] = [
      "schema": schema, "table": table, "order": order, "limit": limit,
    ]
    if isReversed { request["last"] = true }
    var rows: [String] = []
    var pageCount = 0
    while true {
      let page = try await studio.post("rows", request, token: token).json
      let found = page["rows"].array.map { $0["values"].description }
      rows = isReversed ? found + rows : rows + found
      pageCount += 1
      let more = page[isReversed ? "hasBefore" : "hasAfter"].boolean
      #expect(page[isReversed ? "hasAfter" : "hasBefore"].boolean == (pageCount > 1))
      guard more == true, pageCount < 500 else { return rows }
      request["last"] = nil
      request[isReversed ? "before" : "after"] = page[isReversed ? "start" : "end"].value
    }
  }

  @Test func `the rows of a view are pages, too`() async throws {
    var random = SeededRandom(seed: 1)
    let studio = try await RunningStudio(Self.tables + Self.rows(&random, count: 30))
    let token = try studio.token()
    let whole = try await whole("SELECT * FROM shown", studio, token)
    let forward = try await pages(
      "shown",
      [],
      7,
      studio,
      token,
      try await studio.schemaID(),
      isReversed: false
    )
    #expect(forward == whole)
  }

  @Test func `the page can continue at any row, also if the order ends with the rowid`()
    async throws
  {
    let studio = try await RunningStudio(
      """
      CREATE TABLE named (code TEXT PRIMARY KEY NOT NULL, a);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO named SELECT printf('%02d', 97 * i % 41), i % 3 FROM n;
      """
    )
    let table = try await studio.get("schema").json["tables"][0]
    #expect(table["key"].description == #"["code"]"#)
    #expect(table["ties"].description == #"["rowid"]"#)
    for order in [[], [["column": "a"]]] as [[[String: Any]]] {
      let all = try await studio.rows("named", ["order": order])["rows"].array
      let row = all[17]
      let tie = row["tie"].value as? [Any] ?? []
      let cursor = order.isEmpty ? tie : [row["values"][1].value ?? NSNull()] + tie
      let rest = try await studio.rows("named", ["order": order, "after": cursor])["rows"].array
      #expect(rest.map(\.description) == all[18...].map(\.description))
    }
  }

  @Test func `a page of large rows ends after 4 MiB, and continues there`() async throws {
    let studio = try await RunningStudio(
      """
      CREATE TABLE large (k TEXT PRIMARY KEY) WITHOUT ROWID;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
      INSERT INTO large SELECT printf('%0400000d', i) FROM n;
      """
    )
    var request: [String: Any] = [:]
    var sizes: [Int] = []
    var hasAfter = true
    while hasAfter, sizes.count < 30 {
      let page = try await studio.rows("large", request)
      sizes.append(page["rows"].array.count)
      hasAfter = page["hasAfter"].boolean == true
      request["after"] = page["end"].value
    }
    #expect(sizes.reduce(0, +) == 30)
    #expect(sizes.allSatisfy { (1...11).contains($0) }, "\(sizes)")
    request = ["last": true]
    let last = try await studio.rows("large", request)
    #expect(last["hasBefore"].boolean == true)
    #expect(last["hasAfter"].boolean == false)
    let key = last["rows"].array.last?["key"][0].text
    #expect(key?.hasSuffix("030") == true)
  }

  @Test func `a read of slow rows ends after 100 ms, and the page continues there`() async throws {
    let studio = try await RunningStudio(
      """
      CREATE TABLE slow (id INTEGER PRIMARY KEY, x AS (length(hex(zeroblob(2000000 + id)))));
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO slow SELECT i FROM n;
      """
    )
    let page = try await studio.rows("slow", ["limit": 500])
    let count = page["rows"].array.count
    #expect((1..<500).contains(count))
    #expect(page["hasAfter"].boolean == true)
    let next = try await studio.rows("slow", ["after": page["end"].value ?? [], "limit": 1])
    #expect(next["rows"][0]["key"][0].integer == count + 1)
  }

  @Test func `only an index that has the whole order makes a column sortable`() async throws {
    let studio = try await RunningStudio(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c, d);
      CREATE INDEX t_a ON t (a);
      CREATE INDEX t_bc ON t (b, c);
      CREATE INDEX t_d ON t (d, id);
      """
    )
    let columns = try await studio.get("schema").json["tables"][0]["columns"].array
    let sortable = columns.filter { $0["isSortable"].boolean == true }.compactMap {
      $0["name"].text
    }
    #expect(sortable == ["id", "a", "d"])
  }

  @Test func `a cursor of another schema is refused`() async throws {
    let studio = try await RunningStudio()
    let schema = try await studio.schemaID()
    try studio.write("ALTER TABLE t ADD COLUMN y")
    let answer = try await studio.post("rows", ["schema": schema, "table": "t"])
    #expect(answer.status == 409)
    #expect(answer.code == "schemaChanged")
  }

  @Test func `filters of the form and of SQL choose rows, and a write in one is refused`()
    async throws
  {
    let studio = try await RunningStudio(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, x);
      INSERT INTO t VALUES (1, NULL), (2, 'abc'), (3, 'ABD'), (4, 5), (5, 'x"y');
      """
    )
    func keys(_ filter: [String: Any]) async throws -> [Int?] {
      try await studio.rows("t", ["filter": filter])["rows"].array.map { $0["key"][0].integer }
    }
    func condition(_ name: String, _ value: Any) -> [String: Any] {
      ["conditions": [["column": "x", "operator": name, "value": value]]]
    }
    #expect(try await keys(condition("is", NSNull())) == [1])
    #expect(try await keys(condition("isNot", "abc")) == [1, 3, 4, 5])
    #expect(try await keys(condition("starts", "AB")) == [2, 3])
    #expect(try await keys(condition("contains", "\"")) == [5])
    #expect(try await keys(condition(">=", 5)) == [2, 3, 4, 5])
    #expect(try await keys(["sql": "x LIKE 'ab%' -- the letters"]) == [2, 3])
    for sql in ["x = (", "1) UNION SELECT 1, 2, 3", "x = ?", "1; DELETE FROM t", "nothing = 1"] {
      let answer = try await studio.rows("t", ["filter": ["sql": sql]])
      #expect(answer["error"]["code"].text == "invalidSQL", "\(sql)")
    }
  }

  @Test func `values that JSON or JavaScript cannot represent are tagged`() async throws {
    let long = String(repeating: "é", count: 600)
    let studio = try await RunningStudio(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, x);
      INSERT INTO t (x) VALUES (9007199254740992), (9007199254740993), (1.0), (-9e999), ('\(long)'),
        ('a\(long)'), (x'00ff'), (zeroblob(5000)), (CAST(x'ff' AS TEXT)), ('a' || char(0)), (-0.0), (1e300);
      """
    )
    let rows = try await studio.rows("t")["rows"].array.map { $0["values"][1].description }
    let zeros = Data(count: 64).base64EncodedString()
    #expect(
      rows == [
        "9007199254740992", #"{"$integer":"9007199254740993"}"#, #"{"$real":"1.0"}"#,
        #"{"$real":"-Infinity"}"#,
        #"{"$text":"\#(String(repeating: "é", count: 512))","bytes":1200}"#,
        #"{"$text":"a\#(String(repeating: "é", count: 511))","bytes":1201}"#,
        #"{"$blob":"AP8=","bytes":2}"#, #"{"$blob":"\#(zeros)","bytes":5000}"#,
        #"{"$textBytes":"/w==","bytes":1}"#, #"{"$textBytes":"YQA=","bytes":2}"#,
        #"{"$real":"-0.0"}"#, #"{"$real":"1e+300"}"#,
      ]
    )
  }
}
#endif
