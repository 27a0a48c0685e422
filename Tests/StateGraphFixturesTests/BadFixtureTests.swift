import FixtureTestSupport
import StateGraphFixtures
import StateGraphFormats
import StateGraphImport
import StateGraphSQLite
import TestSupport
import Testing

/// Each bad file fails with its exact place. The place is the start of the value, or of the record
/// if a rule of the table concerns several values.
@Suite struct BadFixtureTests {
  @Test(arguments: BadFixture.all)
  func `a bad file fails at its exact place`(bad: BadFixture) throws {
    let failure = try FixtureScene(bad).failure()
    #expect(failure.hasPrefix(bad.error(in: "Fixtures/shop")), "\(failure)")
    // The options of the command do not help the author of a test.
    #expect(!failure.contains("--"), "\(failure)")
  }

  @Test func `a missing folder and a file in its place fail at their path`() throws {
    for path in ["nothing", "data.sqlite"] {
      let scene = try FixtureScene()
      #expect {
        _ = try FixtureFolder(path: scene.directory.file(path), shownAs: "Fixtures/\(path)")
      } throws: { error in
        "\(error)".hasPrefix("Fixtures/\(path):1:1: the folder of the fixture cannot be read")
      }
    }
  }

  @Test func `two labels with the same key fail with both names`() throws {
    let schema = LabelSchema([try customers()])
    let log = LabelLog(schema) { _, _ in .integer(7) }
    let place = InputPlace(file: "customers.jsonl", line: 2, column: 8, byteOffset: 40)
    let table = try customers()
    _ = try log.key(for: "@ada", column: 0, of: table, at: place)
    _ = try log.key(for: "@ada", column: 0, of: table, at: place)
    #expect {
      _ = try log.key(for: "@eve", column: 0, of: table, at: place)
    } throws: { error in
      "\(error)".hasPrefix(
        "customers.jsonl:2:8: the labels \"ada\" and \"eve\" of customers have the same key"
      )
    }
  }

  private func customers() throws -> TableSchema {
    let scene = try FixtureScene()
    let connection = try WriterConnection.open(
      DatabaseLocation(path: scene.database),
      mode: .existing
    )
    return try #require(try SchemaReader(connection).table("customers"))
  }
}
