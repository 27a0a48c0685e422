#if PostgreSQL
import Foundation
import PostgreSQLTestSupport
import StateGraphReplication
import StateGraphReplicator
import StateGraphSQLite
import TestSupport
import Testing

/// Values of the server's types, to the file and back.
@Suite(.postgreSQL, .timeLimit(.minutes(20))) struct ServerTypeTests {
  /// A type, the type of its column in the file, and values as the server reads them.
  struct Sample: Sendable {
    let type: String
    let file: String
    let values: [String]

    init(_ type: String, _ file: String = "TEXT", _ values: String...) {
      (self.type, self.file, self.values) = (type, file, values)
    }
  }

  private static let allSamples: [Sample] = [
    Sample("mood", "TEXT", "good", "so-so, 'it''s'"), Sample("code", "TEXT", "x", "abc"),
    Sample("code_of_code", "TEXT", "y"), Sample("mood[]", "TEXT", "{good,NULL}", "{}"),
    Sample("code[]", "TEXT", "{a,b}"), Sample("pair", "TEXT", "(1,\"a,b\")", "(,)"),
    Sample("date", "TEXT", "2026-03-01", "0044-03-15 BC", "infinity"),
    Sample("timestamp", "TEXT", "2026-03-01 10:00", "2026-03-01 10:00:00.123456", "-infinity"),
    Sample("timestamptz", "TEXT", "2026-03-01 10:00:00.5+01"), Sample("time", "TEXT", "10:00:00.5"),
    Sample("timetz", "TEXT", "10:00:00+05:30"),
    Sample("interval", "TEXT", "-1 year +2 mons -3 days +04:05:06.7", "1 day", "-00:00:01"),
    Sample("jsonb", "TEXT", #"{"b":1,"a":[2,null,"é"]}"#), Sample("json", "TEXT", #"{ "b":1 }"#),
    Sample("xml", "TEXT", "<a>b</a>", "text"), Sample("char(5)", "TEXT", "EUR", "é"),
    Sample("\"char\"", "TEXT", "x"), Sample("name", "TEXT", "n"),
    Sample("inet", "TEXT", "10.0.0.1"),
    Sample("cidr", "TEXT", "10.0.0.0/8"), Sample("macaddr", "TEXT", "08:00:2b:01:02:03"),
    Sample("bit(3)", "TEXT", "101"), Sample("varbit", "TEXT", "1", ""),
    Sample("text[]", "TEXT", #"{a,"b,c",NULL,"NULL","\\"}"#, "[0:1]={a,b}", "{{1,2},{3,4}}"),
    Sample("bytea[]", "TEXT", #"{"\\x00ff"}"#),
    Sample("timestamptz[]", "TEXT", "{2026-03-01 10:00+01}"),
    Sample("float8[]", "TEXT", "{0.1,NaN,Infinity,1e300}"),
    Sample("int4range", "TEXT", "[1,5]", "empty"),
    Sample("tstzrange", "TEXT", "[2026-03-01 10:00+01,)"),
    Sample("nummultirange", "TEXT", "{[1,2),[3,4)}"),
    Sample("point", "TEXT", "(0.1,2)"), Sample("polygon", "TEXT", "((0,0),(1,1),(1,0))"),
    Sample("box[]", "TEXT", "{(1,1),(0,0);(2,2),(1,1)}"),
    Sample("tsvector", "TEXT", "'a':1A 'b':2"),
    Sample("tsquery", "TEXT", "'a' & !'b'"), Sample("oid", "TEXT", "4294967295"),
    Sample("pg_lsn", "TEXT", "16/B374D848"), Sample("citext", "TEXT", "Ab"),
    Sample("hstore", "TEXT", #""a"=>"1", "b"=>NULL"#),
    Sample("uuid", "TEXT", "0123abcd-0000-7000-8000-00000000000f"),
    Sample("numeric(10,2)", "TEXT", "9.90"), Sample("numeric", "TEXT", "1e30", "0.10"),
    Sample("varchar(3)", "TEXT", "abc"), Sample("bytea", "BLOB", #"\x00ff"#),
    Sample("real", "REAL", "1.5", "0.1", "3.4028235e38", "1e-45", "-Infinity"),
    Sample("float8", "REAL", "0.1", "1e300"), Sample("boolean", "INTEGER", "t"),
    Sample("smallint", "INTEGER", "-32768"), Sample("bigint", "INTEGER", "9223372036854775807"),
  ]

  private let samples: [Sample]
  private let server: PostgreSQLServer
  private let name: String
  private let directory: TemporaryDirectory
  private let database: Database

  init() throws {
    server = try PostgreSQLServer.shared.get()
    name = try server.createDatabase()
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("types.sqlite"))
    // Some packages of the server are built without XML or without these extensions.
    let optional = [
      "xml": "SELECT xml '<a/>'", "citext": "CREATE EXTENSION citext",
      "hstore": "CREATE EXTENSION hstore",
    ]
    var missing: Set<String> = []
    for (type, sql) in optional where (try? server.run(sql, in: name)) == nil {
      missing.insert(type)
    }
    samples = Self.allSamples.filter { !missing.contains($0.type) }
    let columns = samples.enumerated().map { "c\($0) \($1.type)" }
    try run(
      """
      CREATE TYPE mood AS ENUM ('good', 'so-so, ''it''''s''');
      CREATE DOMAIN code AS varchar(3) CHECK (VALUE <> '');
      CREATE DOMAIN code_of_code AS code;
      CREATE TYPE pair AS (a int, b text);
      CREATE TABLE t (id text PRIMARY KEY, other text, \(columns.joined(separator: ", ")));
      """
    )
    let fileColumns = samples.enumerated().map { "c\($0) \($1.file)" }
    try database.execute(
      SQL(
        text: "CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL, other TEXT, "
          + fileColumns.joined(separator: ", ") + ") STRICT"
      )
    )
  }

  @discardableResult
  private func run(_ sql: String) throws -> String { try server.run(sql, in: name) }

  private func makeReplica() throws {
    let replica = try NewReplica(database, tables: ["t"])
    let setup = ServerSetup(
      publication: try ServerName("types"),
      tables: try replica.setupTables(),
      pushRole: try ServerName("postgres"),
      feedRole: try ServerName("postgres")
    )
    try run(setup.sql)
    try replica.create()
  }

  private func synchronize() async throws {
    let options = ReplicatorOptions(
      server: try ConnectionParameters(server.address(of: name)),
      publication: try ServerName("types")
    )
    try await Replicator(database, options: options).runOnce()
  }

  /// Fills row after row with a random value of each type, or NULL.
  private func insertRows(_ count: Int, _ random: inout SeededRandom) throws {
    for row in 0..<count {
      let values = samples.map { sample in
        guard row > 0, Int.random(in: 0..<8, using: &random) > 0 else {
          return row == 0 ? ServerName.literal(sample.values[0]) : "NULL"
        }
        return ServerName.literal(sample.values.randomElement(using: &random) ?? "")
      }
      try run("INSERT INTO t VALUES ('\(row)', NULL, \(values.joined(separator: ", ")))")
    }
  }

  /// The settings of databases that print and read values in other forms.
  private static let hostile = [
    "DateStyle = 'German, DMY'", "TimeZone = 'Asia/Kolkata'", "IntervalStyle = 'sql_standard'",
    "extra_float_digits = -15", "bytea_output = 'escape'", "array_nulls = off",
    "xmloption = document", "standard_conforming_strings = off",
  ]

  @Test(arguments: TestSeed.seeds(2, includesCurrent: true), [false, true])
  func `each value arrives, and goes back as the same value`(
    seed: UInt64,
    isHostile: Bool
  ) async throws {
    var random = SeededRandom(seed: seed)
    try insertRows(4, &random)
    if isHostile {
      for setting in Self.hostile { try run("ALTER DATABASE \(name) SET \(setting)") }
    }
    try makeReplica()
    try await synchronize()
    // An update of another column, and a copy of each row.
    try database.execute("UPDATE t SET other = 'changed'")
    let names = samples.indices.map { "c\($0)" }
    try database.execute(
      "INSERT INTO t SELECT 'copy' || id, other, \(columns: names) FROM t WHERE id < 'c'"
    )
    try await synchronize()
    #expect(try ReplicaSummary(of: database).refused.map(\.message) == [], "seed \(seed)")
    for (column, sample) in zip(names, samples) {
      let different = try run(
        """
        SELECT count(*) FROM t AS a LEFT JOIN t AS b ON b.id = 'copy' || a.id
        WHERE a.id < 'c' AND (b.id IS NULL OR a.other <> 'changed'
          OR format('%s', a.\(column)) <> format('%s', b.\(column))
          OR (a.\(column) IS NULL) <> (b.\(column) IS NULL))
        """
      )
      #expect(different == "0", "\(sample.type), seed \(seed)")
    }
    // What the feed sends is what a copy has.
    let pairs = zip(names, names).map { "a.\($0) IS NOT b.\($1)" }.joined(separator: " OR ")
    let changed = try database.fetchValues(
      Int.self,
      SQL(
        text: "SELECT count(*) FROM t AS a JOIN t AS b ON b.id = 'copy' || a.id WHERE \(pairs)"
      )
    )
    #expect(changed == [0], "seed \(seed)")
  }

  @Test func `a value in another form is in the file as the server prints it`() async throws {
    try makeReplica()
    let place = try #require(samples.firstIndex { $0.type == "jsonb" })
    try database.execute(
      "INSERT INTO t (id, \(column: "c\(place)")) VALUES ('a', '{\"b\":1,\"a\":2}')"
    )
    try await synchronize()
    try await synchronize()
    let found = try database.fetchValues(String.self, "SELECT \(column: "c\(place)") FROM t")
    #expect(found == [#"{"a": 2, "b": 1}"#])
    // A text that is no value of the type is refused.
    try database.execute("UPDATE t SET \(column: "c\(place)") = 'nonsense'")
    try await synchronize()
    #expect(try ReplicaSummary(of: database).refused.map(\.code) == ["22P02"])
    #expect(
      try database.fetchValues(String.self, "SELECT \(column: "c\(place)") FROM t") == found
    )
  }
}
#endif
