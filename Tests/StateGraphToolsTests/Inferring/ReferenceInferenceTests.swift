import Foundation
import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@Suite("Inference: references by a part of the name, weak keys, wide tables")
struct ReferenceInferenceTests {
  private static func rows(_ header: String, _ count: Int, _ row: (Int) -> String) -> String {
    ([header] + (1...count).map(row)).joined(separator: "\n") + "\n"
  }

  @Test func `a column refers to the table whose name ends with its last word`() throws {
    let scene = try InferenceScene([
      ("pokemon_species.csv", Self.rows("id,identifier", 30) { "\($0),s\($0)" }),
      ("pokemon.csv", Self.rows("id,species_id", 30) { "\($0),\(31 - $0)" }),
      ("berry_firmness.csv", Self.rows("id,identifier", 5) { "\($0),f\($0)" }),
      ("berries.csv", Self.rows("id,firmness_id", 30) { "\($0),\($0 % 5 + 1)" }),
    ])
    #expect(try scene.references("pokemon") == ["species_id>pokemon_species(id)"])
    #expect(try scene.references("berries") == ["firmness_id>berry_firmness(id)"])
    #expect(scene.schema.sql.contains("by the last word of its name: all 30 values exist there"))
    #expect(try scene.imported().rows("SELECT count(*) FROM berries") == [[.integer(30)]])
  }

  @Test func `a reference prefers the table of its own family`() throws {
    let scene = try InferenceScene([
      ("item_pockets.csv", Self.rows("id,identifier", 9) { "\($0),p\($0)" }),
      ("bag_pockets.csv", Self.rows("id,identifier", 9) { "\($0),q\($0)" }),
      ("item_categories.csv", Self.rows("id,pocket_id", 20) { "\($0),\($0 % 9 + 1)" }),
      ("shops.csv", Self.rows("id,pocket_id", 20) { "\($0),\($0 % 9 + 1)" }),
    ])
    #expect(try scene.references("item_categories") == ["pocket_id>item_pockets(id)"])
    #expect(try scene.references("shops").isEmpty)
    #expect(
      scene.schema.sql.contains(
        "-- pocket_id may be REFERENCES item_pockets (id) or bag_pockets (id): all 20 values exist"
      )
    )
  }

  @Test(arguments: ["species", "other_species_id", "species_id"])
  func `a column with only a similar ending is no reference if a value is missing`(column: String)
    throws
  {
    let scene = try InferenceScene([
      ("pokemon_species.csv", Self.rows("id,identifier", 30) { "\($0),s\($0)" }),
      ("pokemon.csv", Self.rows("id,\(column)", 31) { "\($0),\($0)" }),
    ])
    #expect(try scene.references("pokemon").isEmpty)
  }

  @Test func `a measurement is no key, however many rows differ in it`() throws {
    let scene = try InferenceScene([
      ("sizes.csv", Self.rows("width,height", 7) { "\($0),\($0 % 2)" }),
      ("colours.csv", Self.rows("shade,code", 7) { "\($0),\($0)" }),
      ("large.csv", Self.rows("width,height", 40) { "\($0),\($0 % 2)" }),
    ])
    #expect(scene.schema.sql.contains("width is unique in all 7 rows, but nothing else shows"))
    #expect(
      Dictionary(uniqueKeysWithValues: scene.schema.tables.map { ($0.name, $0.primaryKey) }) == [
        "sizes": ["content_key"], "colours": ["code"], "large": ["content_key"],
      ]
    )
  }

  @Test(arguments: [200, 1_000, 1_990])
  func `a table of many columns is inferred and imported, twice without a change`(
    count: Int
  ) throws {
    let names = (1..<count).map { "c\($0)" }.joined(separator: ",")
    let text = Self.rows("id," + names, 3) { row in
      "\(row)," + (1..<count).map { "\($0 * row)" }.joined(separator: ",")
    }
    let scene = try InferenceScene([("wide.csv", text)])
    let database = try scene.imported()
    #expect(try database.run(scene.paths).changes == 0)
    let changed = text.replacing("\n3,3,", with: "\n3,-1,")
    #expect(try database.run("wide.csv", changed).changes == 1)
    #expect(try database.rows("SELECT c1 FROM wide WHERE id = 3") == [[.integer(-1)]])
    let records = (1...2).map { row in
      "{\"id\":4" + (1..<count).map { ",\"c\($0)\":\(row)" }.joined() + "}"
    }
    try database.run("wide.jsonl", records[0])
    let report = try database.run(
      [try database.file("wide.jsonl", records[1])] + [
        try database.file("w.json", "[\(records[0])]")
      ]
    ) { $0.inputs[1].table = "wide" }
    #expect(report.changes == 0)
    #expect(report.conflicts.first?.columns.count == count - 1)
  }

  @Test func `integers with another name are a proposal if the keys have gaps`() throws {
    let scene = try InferenceScene([
      ("people.csv", Self.rows("id,name", 40) { "\($0 * 1_009),n\($0)" }),
      ("letters.csv", Self.rows("id,sender,size", 40) { "\($0),\(41_369 - $0 * 1_009),\($0)" }),
      ("notes.csv", Self.rows("id,writer", 10) { "\($0),\($0 * 1_009)" }),
      ("boxes.csv", Self.rows("id,label", 45) { "\($0),b\($0)" }),
    ])
    #expect(try scene.references("letters").isEmpty)
    #expect(
      scene.schema.sql.contains(
        "-- sender may be REFERENCES people (id), by its values alone: all 40 values (40 different)"
      )
    )
    // Small integers and few integers are no evidence.
    #expect(scene.schema.sql.matches(of: /may be REFERENCES/).count == 1)
    #expect(try scene.imported().rows("SELECT count(*) FROM letters") == [[.integer(40)]])
  }

  @Test(arguments: [1_997, 1_998, 1_999, 2_000])
  func `a table of as many columns as SQLite allows is imported, or refused with the reason`(
    count: Int
  ) throws {
    let names = ["id"] + (1..<count).map { "c\($0)" }
    let columns = names.dropFirst().map { ", \($0) INTEGER" }.joined()
    let scene = try ImportScene("CREATE TABLE wide (id INTEGER PRIMARY KEY\(columns)) STRICT;")
    let text = Self.rows(names.joined(separator: ","), 2) { row in
      (0..<count).map { $0 == 0 ? "\(row)" : "\($0 * row)" }.joined(separator: ",")
    }
    #expect(try scene.run("wide.csv", text).changes == 2)
    #expect(try scene.run("wide.csv", text).changes == 0)
    let last = names[count - 1]
    #expect(
      try scene.rows("SELECT \(column: last) FROM wide ORDER BY id") == [
        [.integer(Int64(count - 1))], [.integer(Int64(2 * count - 2))],
      ]
    )
    let record = "{\"id\":1,\"\(last)\":7}"
    #expect(try scene.run("wide.json", "[\(record)]").changes == 1)
  }

  @Test func `more columns than SQLite has are refused with the true reason`() throws {
    let text = "id," + (1..<2_100).map { "c\($0)" }.joined(separator: ",") + "\n"
    let error = #expect(throws: ImportError.self) { try InferenceScene([("wide.csv", text)]) }
    #expect(error?.code == .unsupportedSchema)
    #expect(error?.message.contains("at most 2000 columns") == true)
    // Advice about JSON does not help a reader of CSV.
    #expect(error?.remedy == "Leave columns out")
    let members = (0..<2_100).map { "\"c\($0)\":1" }.joined(separator: ",")
    let other = #expect(throws: ImportError.self) {
      try InferenceScene([("wide.json", "[{\(members)}]")])
    }
    #expect(other?.remedy.contains("--root") == true)
  }

  @Test func `tables that SQLite refuses are not written`() throws {
    // Each of the 990 members needs two columns.
    let scalars = (0..<1_050).map { "\"m\($0)\":1" }.joined(separator: ",")
    let arrays = (0..<990).map { "\"m\($0)\":[[1]]" }.joined(separator: ",")
    let error = #expect(throws: ImportError.self) {
      try InferenceScene([("items.json", "[{\(scalars)},{\(arrays)}]")])
    }
    #expect(error?.code == .unsupportedSchema)
    #expect(error?.message.contains("too many columns on items") == true)
  }

  @Test(arguments: [
    (5, "f5.csv."), (6, "f5.csv and 1 more file."), (8, "f5.csv and 3 more files."),
  ])
  func `the header names at most five files, and counts the remaining files`(
    count: Int,
    end: String
  ) throws {
    let files = (1...count).map { (name: "f\($0).csv", text: "id,x\n1,\($0)\n") }
    let lines = try InferenceScene(files).schema.sql.split(separator: "\n")
    #expect(lines[0] == "-- Inferred from all records of f1.csv, f2.csv, f3.csv, f4.csv, \(end)")
  }

  @Test func `several files of one table are one table with one key`() throws {
    let directory = try TemporaryDirectory()
    for folder in ["x", "y", "z/deep"] {
      try FileManager.default.createDirectory(
        atPath: directory.path + "/data/" + folder,
        withIntermediateDirectories: true
      )
    }
    try directory.write("id,name\n1,a\n", to: "data/x/things.csv")
    try directory.write("name,id,more\nb,2,m\n", to: "data/y/things.csv")
    try directory.write("[{\"id\":3,\"name\":\"c\"}]", to: "data/z/deep/things.json")
    let inputs = [ImportInput(path: directory.path + "/data")]
    let schema = try SchemaInference(inputs: inputs).run()
    #expect(schema.tables.map(\.name) == ["things"])
    #expect(schema.tables.first?.records == 3)
    let scene = try ImportScene(schema.sql)
    let report = try scene.run([directory.path + "/data"])
    #expect(report.records == 3)
    #expect(
      try scene.rows("SELECT * FROM things ORDER BY id") == [
        [.integer(1), .text("a"), .null], [.integer(2), .text("b"), .text("m")],
        [.integer(3), .text("c"), .null],
      ]
    )
  }

  @Test(arguments: ["id", "name"])
  func `records under their keys get a column for the keys`(member: String) throws {
    let text = #"{"AD":{"\#(member)":7,"area":1},"AE":{"\#(member)":8,"area":2}}"#
    let scene = try InferenceScene([("countries.json", text)]) { $0.isMapByKey = true }
    let key = member == "id" ? "key" : "id"
    #expect(scene.schema.tables.map(\.primaryKey) == [[key]])
    let database = try ImportScene(scene.schema.sql)
    for changes in [2, 0] {
      let report = try database.run(scene.paths) { $0.inputs[0].isMapByKey = true }
      #expect(report.changes == changes)
    }
    #expect(
      try database.rows("SELECT \(column: key), area FROM countries ORDER BY area") == [
        [.text("AD"), .integer(1)], [.text("AE"), .integer(2)],
      ]
    )
  }

  @Test(arguments: [
    #"[{"id":1,"children":[{"id":2,"tags":{"id":"a"}}],"tags":["red"]}]"#,
    #"[{"id":1,"tags":["red"],"part":{"id":7,"tags":[{"id":5,"name":"x"}]}}]"#,
  ])
  func `members of one name with different records get tables of their own`(text: String) throws {
    let scene = try InferenceScene([("things.json", text)])
    let database = try scene.imported()
    #expect(try database.dump().contains { $0.contains("red") })
    #expect(try database.run(scene.paths).changes == 0)
  }

  @Test func `a column that is unique in each of several files is no key if they repeat it`() throws
  {
    let directory = try TemporaryDirectory()
    try directory.write("id,day,v\n1,mon,a\n2,mon,b\n", to: "mon.csv")
    try directory.write("id,day,v\n1,tue,c\n2,tue,a\n", to: "tue.csv")
    var inputs = [ImportInput(path: directory.path + "/mon.csv")]
    inputs.append(ImportInput(path: directory.path + "/tue.csv"))
    for index in inputs.indices { inputs[index].table = "days" }
    #expect(try SchemaInference(inputs: inputs).run().tables.map(\.primaryKey) == [["content_key"]])
  }
}
