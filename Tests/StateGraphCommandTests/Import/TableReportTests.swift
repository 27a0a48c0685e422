import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("The report of an import into many tables")
struct TableReportTests {
  /// A database with tables `t0`, `t1` and so on, and a CSV file for each of them.
  private func scene(tableCount: Int) throws -> CommandScene {
    let scene = try CommandScene()
    let tables = (0..<tableCount).map { "CREATE TABLE t\($0) (id INTEGER PRIMARY KEY, x TEXT);" }
    let location = try DatabaseLocation(path: scene.database)
    try WriterConnection.open(location).runScript(tables.joined()) { _ in }
    try FileManager.default.createDirectory(
      atPath: scene.directory.file("in"),
      withIntermediateDirectories: false
    )
    for table in 0..<tableCount {
      try scene.directory.write("id,x\n1,a\n2,b\n", to: "in/t\(table).csv")
    }
    return scene
  }

  private func run(_ scene: CommandScene, _ options: String...) throws -> CommandScene.Result {
    try scene.run(["import", scene.database, scene.directory.file("in")] + options)
  }

  @Test func `changed tables come first and aligned, and unchanged tables share one line`() throws {
    let scene = try scene(tableCount: 12)
    #expect(try run(scene).status == 0)
    let rows = (1...120).map { "\($0),c\n" }.joined()
    try scene.directory.write("id,x\n" + rows, to: "in/t11.csv")
    try scene.directory.write("id,x\n1,z\n2,b\n", to: "in/t3.csv")
    let result = try run(scene)
    #expect(
      result.output.hasPrefix(
        """
        t11: 118 inserted, 2 updated, 0 unchanged
        t3:    0 inserted, 1 updated, 1 unchanged
        10 tables unchanged, with 20 records
        142 records, 121 changes, 
        """
      ),
      "\(result.output)"
    )
  }

  @Test func `a few unchanged tables are listed`() throws {
    let scene = try scene(tableCount: 3)
    #expect(try run(scene).status == 0)
    let lines = try run(scene).output.split(separator: "\n")
    #expect(lines.dropLast() == (0..<3).map { "t\($0): 0 inserted, 0 updated, 2 unchanged" })
  }

  @Test func `a resumed import names the already imported inputs in one line`() throws {
    let scene = try scene(tableCount: 12)
    try scene.directory.write("id,x\n1,a\n2,b\n3,c\n2,d\n", to: "in/t9.csv")
    let failed = try run(scene, "--batch-size", "1", "--keep-order")
    #expect(failed.status == 65)
    try scene.directory.write("id,x\n1,a\n2,b\n3,c\n", to: "in/t9.csv")
    let resumed = try run(scene, "--batch-size", "1", "--keep-order")
    #expect(resumed.status == 0, "\(resumed.errors)")
    let notes = resumed.errors.split(separator: "\n").filter { $0.contains("interruption") }
    #expect(notes.count == 1, "\(resumed.errors)")
    #expect(notes.first?.contains("as were 10 other inputs") == true, "\(resumed.errors)")
  }
}
