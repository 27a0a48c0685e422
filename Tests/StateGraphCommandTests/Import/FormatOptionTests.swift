import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("The names of programs after --format")
struct FormatOptionTests {
  /// A file of a program, and the rows that its table must get.
  struct Example: Sendable, CustomTestStringConvertible {
    let format: String
    var columns = "id INTEGER PRIMARY KEY, a TEXT, b TEXT"
    let text: String
    let rows: [[SQLiteValue]]
    var testDescription: String { format }
  }

  private static let copied: [[SQLiteValue]] = [
    [.integer(1), .text("x\ty"), .null], [.integer(2), .text(""), .text("\"z\"")],
  ]

  static let examples: [Example] = [
    Example(
      format: "excel",
      columns: "id INTEGER PRIMARY KEY, a REAL, b REAL",
      text: "id;a;b\n1;1.234,50 \u{20AC};12 %\n2;#N/A;0,5\n",
      rows: [[.integer(1), .real(1234.5), .real(0.12)], [.integer(2), .null, .real(0.5)]]
    ),
    Example(
      format: "geojson",
      columns: "id INTEGER PRIMARY KEY, a TEXT, property_id TEXT, geometry_json TEXT",
      text: #"""
        {"type": "FeatureCollection", "features": [{"type": "Feature", "id": 1,
          "properties": {"a": "x", "id": "y"}, "geometry": {"type": "Point", "coordinates": [1]}}]}
        """#,
      rows: [
        [.integer(1), .text("x"), .text("y"), .text(#"{"type":"Point","coordinates":[1]}"#)]
      ]
    ),
    Example(
      format: "mongoexport",
      text: #"{"id": {"$numberLong": "1"}, "a": {"$oid": "64b7f0a1c2d3e4f5a6b7c801"}, "b": null}"#,
      rows: [[.integer(1), .text("64b7f0a1c2d3e4f5a6b7c801"), .null]]
    ),
    Example(format: "mysql", text: "1\tx\\ty\t\\N\n2\t\t\"z\"\n", rows: copied),
    Example(
      format: "mysql-batch",
      text: "b\tid\ta\nNULL\t1\tx\\ty\n\"z\"\t2\t\n",
      rows: copied
    ),
    Example(
      format: "mysql-csv",
      text: "1,\"x \\\"y\\\"\",\\N\n2,\"\",\"z\"\n",
      rows: [
        [.integer(1), .text("x \"y\""), .null], [.integer(2), .text(""), .text("z")],
      ]
    ),
    Example(
      format: "ndjson",
      text: "{\"id\": 1, \"a\": \"x\"}\n{\"id\": 2, \"b\": \"\"}\n",
      rows: [[.integer(1), .text("x"), .null], [.integer(2), .null, .text("")]]
    ),
    Example(
      format: "pandas",
      text: "id,a,b\n1,x,\n2,\"y, z\",\n",
      rows: [[.integer(1), .text("x"), .null], [.integer(2), .text("y, z"), .null]]
    ),
    Example(format: "postgresql-text", text: "1\tx\\ty\t\\N\n2\t\t\"z\"\n", rows: copied),
    Example(
      format: "r",
      columns: "id INTEGER PRIMARY KEY, a REAL, column_1 TEXT",
      text: "\"\";\"id\";\"a\"\n\"row 1\";1;21,5\n\"row 2\";2;NA\n",
      rows: [
        [.integer(1), .real(21.5), .text("row 1")], [.integer(2), .null, .text("row 2")],
      ]
    ),
  ]

  /// The options that the article names for each program.
  private static func documented() throws -> [String: [String]] {
    let path = PackageRoot.path + "/Sources/StateGraphPersistence/Documentation.docc/TheCommand.md"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var options: [String: [String]] = [:]
    for match in text.matches(of: /\n\| `([a-z-]+)` \| `(--format [^`]+)`/) {
      options[String(match.output.1)] = match.output.2.split(separator: " ").map { word in
        let isQuoted = word.count > 2 && word.hasPrefix("'") && word.hasSuffix("'")
        return String(isQuoted ? word.dropFirst().dropLast() : word)
      }
    }
    return options
  }

  @Test(arguments: examples)
  func `a file of the program gets its rows, by the name and by the options of the article`(
    example: Example
  ) throws {
    let scene = try CommandScene()
    let path = try scene.directory.write(example.text, to: "t.data")
    let location = try DatabaseLocation(path: scene.database)
    let connection = try WriterConnection.open(location)
    try connection.runScript("CREATE TABLE t (\(example.columns)) STRICT") { _ in }
    let command = ["import", scene.database, path, "--table", "t", "--json"]
    let result = try scene.run(command + ["--format", example.format])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try connection.rows("SELECT * FROM t ORDER BY id").map(\.values) == example.rows)
    // The options alone do not move the members of properties.
    guard example.format != "geojson" else { return }
    let again = try scene.run(command + #require(try Self.documented()[example.format]))
    #expect(again.status == 0, "\(again.errors)")
    #expect(try connection.rows("SELECT * FROM t ORDER BY id").map(\.values) == example.rows)
  }

  @Test func `the article and the help have each name`() throws {
    #expect(try Self.documented().keys.sorted() == Self.examples.map(\.format))
    let help = try CommandScene().run("import", "--help").output
    for example in Self.examples { #expect(help.contains(example.format)) }
  }

  @Test(arguments: [
    ["--format", "mysql", "--header", "2"], ["--header", "2", "--format=mysql"],
    ["--format", "tsv", "--escape", "\\", "--header", "2"],
  ])
  func `an option of the command line has priority, wherever it stands`(words: [String]) throws {
    let scene = try CommandScene()
    let path = try scene.directory.write("a title\nb\tid\nx\\ty\t1\n", to: "t.data")
    let result = try scene.run(["import", scene.database, "--create", path] + words)
    #expect(result.status == 0, "\(result.errors)")
    let connection = try Connection.open(try DatabaseLocation(path: scene.database), mode: .reader)
    #expect(
      try connection.rows("SELECT id, b FROM t").map(\.values) == [[.integer(1), .text("x\ty")]]
    )
  }

  @Test func `--header is refused with what contradicts it`() throws {
    let scene = try CommandScene()
    for words in [["--skip-lines", "1"], ["--columns", "a"]] {
      let result = try scene.run(["infer", "t.csv", "--header", "2"] + words)
      #expect(result.status == 64 && result.errors.contains("--header is not possible"))
    }
    #expect(try scene.run("infer", "t.csv", "--header", "0").status == 64)
  }
}
