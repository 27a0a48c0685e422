import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("stategraph import --numbers")
struct NumberCommandTests {
  private func scene(_ columns: String = "id INTEGER PRIMARY KEY, n INTEGER, r REAL") throws
    -> CommandScene
  {
    let scene = try CommandScene()
    let location = try DatabaseLocation(path: scene.database)
    try WriterConnection.open(location).runScript("CREATE TABLE t (\(columns));") { _ in }
    return scene
  }

  private func run(_ scene: CommandScene, _ text: String, name: String, _ options: String...) throws
    -> CommandScene.Result
  {
    let file = try scene.directory.write(text, to: name)
    return try scene.run(["import", scene.database, file] + options)
  }

  @Test(
    arguments: [
      (" 7", 7), ("7\t", 7), ("+5", 5), ("1e3", 1000), ("5.0", 5), ("\"1,234\"", 1234),
      ("\"-1,234,567\"", -1_234_567), ("-5.00", -5), ("12.50e1", 125), ("0.0", 0), ("0e9", 0),
      ("9007199254740993.0", 9_007_199_254_740_993), ("9.223372036854775807e18", .max),
      ("\"-9,223,372,036,854,775,808\"", .min),
    ] as [(String, Int64)]
  )
  func `a lenient integer column reads other forms of an integer`(
    text: String,
    number: Int64
  ) throws {
    let scene = try scene()
    let csv = "id,n\n1,\(text)\n"
    if Int64(text) == nil {
      #expect(try run(scene, csv, name: "t.csv").status == 65)
      #expect(try scene.firstValue("SELECT count(*) FROM t") == .integer(0))
    }
    let result = try run(scene, csv, name: "t.csv", "--numbers", "lenient")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try scene.firstValue("SELECT n FROM t") == .integer(number))
    let again = try run(scene, csv, name: "t.csv", "--numbers", "lenient")
    #expect(again.output.contains(" 0 changes"))
  }

  @Test(arguments: [
    "5.5", "\"1,23\"", "\"12,34,567\"", "\"1,2345\"", "\",123\"", "007", "+", "1e", "abc", "1 2",
    "--5", "+-5",
    "1e-1", "-0.0", "9223372036854775808.0", "1e19", "1e99999999999", "\"1,234.5\"", "0x10",
  ])
  func `a number that is no integer is refused also when numbers are lenient`(text: String) throws {
    let scene = try scene()
    let result = try run(scene, "id,n\n1,\(text)\n", name: "t.csv", "--numbers", "lenient")
    #expect(result.status == 65, "\(result.output)")
    #expect(result.errors.contains("t.csv:2:3: "), "\(result.errors)")
    #expect(try scene.firstValue("SELECT count(*) FROM t") == .integer(0))
  }

  @Test(arguments: [
    (" 7.5 ", 7.5), ("+5", 5), ("\"1,234.5\"", 1234.5), ("\"-1,234,567.25e-2\"", -12345.6725),
    ("1e3", 1000),
  ])
  func `a lenient real column reads blanks, a plus sign and groups`(
    text: String,
    number: Double
  ) throws {
    let scene = try scene()
    let result = try run(scene, "id,r\n1,\(text)\n", name: "t.csv", "--numbers", "lenient")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try scene.firstValue("SELECT r FROM t") == .real(number))
  }

  @Test(arguments: [
    ("5.0", true), ("1e3", true), ("5.5", false), ("-0.0", false), ("\"5\"", false),
  ])
  func `in JSON, a lenient integer column reads a real number that is an integer`(
    text: String,
    isRead: Bool
  ) throws {
    let scene = try scene()
    let json = "[{\"id\":1,\"n\":\(text)}]"
    #expect(try run(scene, json, name: "t.json").status == 65)
    let result = try run(scene, json, name: "t.json", "--numbers", "lenient")
    #expect((result.status == 0) == isRead, "\(result.errors)")
  }

  @Test(arguments: ["REAL", "NUMERIC"])
  func `a column that cannot keep the sign of a negative zero is named`(type: String) throws {
    let scene = try scene("id INTEGER PRIMARY KEY, r \(type), any")
    let json = "[{\"id\":1,\"r\":-0.0,\"any\":-0.0},{\"id\":2,\"r\":0.0},{\"id\":3,\"r\":-0.0}]"
    let result = try run(scene, json, name: "t.json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.errors == "warning: t (r): 2 negative zeros are stored as 0.0, "
        + "because SQLite keeps no sign there.\n"
    )
    let report = try run(scene, json, name: "t.json", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(report.output.utf8)) as? [String: Any]
    let zeros = object?["negativeZeros"] as? [[String: Any]]
    #expect(zeros?.count == 1)
    #expect(zeros?.first?["values"] as? Int == 2)
    #expect(report.output.contains("\"changes\": 0"))
  }

  @Test func `numbers without a negative zero cause no warning`() throws {
    let scene = try scene()
    #expect(try run(scene, "id,r\n1,0\n2,-1.5\n3,0.0\n", name: "t.csv").errors == "")
  }

  @Test func `the command after rejected records reads numbers in the same way`() throws {
    let scene = try scene()
    let csv = "id,n\n1,+5\n2,x\n"
    let result = try run(scene, csv, name: "t.csv", "--numbers", "lenient", "--on-error", "reject")
    #expect(result.status == 1)
    #expect(result.errors.contains(" --numbers lenient"))
    #expect(try scene.firstValue("SELECT n FROM t") == .integer(5))
  }
}
