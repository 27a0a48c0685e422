import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import Testing

@Suite("Values that a mapping gives for texts of the input")
struct MappedValueTests {
  private static let mapping =
    #"{"t": {"values": {"open": {"Y": 1, "N": 0, "?": null}, "size": {"1": "small", "true": "any"}}}}"#

  @Test(arguments: [
    ("t.csv", "id,open,size\n1,Y,1\n2,N,true\n3,?,2\n4,7,\n"),
    (
      "t.json",
      #"""
      [{"id": 1, "open": "Y", "size": 1}, {"id": 2, "open": "N", "size": true},
       {"id": 3, "open": "?", "size": "2"}, {"id": 4, "open": 7, "size": null}]
      """#
    ),
  ])
  func `CSV and JSON give the same rows, and other values stay`(name: String, text: String) throws {
    let scene = try ImportScene(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, open INTEGER, size TEXT) STRICT"
    )
    let map = try scene.file("map.json", Self.mapping)
    let report = try scene.run(name, text) { $0.mapping = .file(map) }
    #expect(report.unusedMappings.isEmpty)
    #expect(
      try scene.rows("SELECT open, size FROM t ORDER BY id")
        == [
          [.integer(1), .text("small")], [.integer(0), .text("any")], [.null, .text("2")],
          [.integer(7), .null],
        ]
    )
  }

  @Test func `a value that does not fit its column is an error of the mapping`() throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER) STRICT")
    let map = try scene.file("map.json", #"{"t": {"values": {"n": {"Y": "yes"}}}}"#)
    let error = try scene.failure("t.csv", "id,n\n1,Y\n") { $0.mapping = .file(map) }
    #expect(error.place?.file == map)
  }

  @Test func `values for a column that no input has are reported`() throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER) STRICT")
    let map = try scene.file("map.json", #"{"t": {"values": {"n": {"Y": 1}}}}"#)
    let report = try scene.run("t.csv", "id\n1\n") { $0.mapping = .file(map) }
    #expect(report.unusedMappings.map(\.part) == [.values])
  }
}
