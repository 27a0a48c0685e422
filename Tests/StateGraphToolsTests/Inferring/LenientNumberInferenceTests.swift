import ImportTestSupport
import StateGraphImport
import StateGraphTools
import TestSupport
import Testing

@Suite("An inference of numbers in other forms")
struct LenientNumberInferenceTests {
  private func schema(
    _ text: String,
    _ numbers: NumberPolicy,
    in file: String = "t.csv"
  ) throws -> InferredSchema {
    let directory = try TemporaryDirectory()
    var inference = SchemaInference(
      inputs: [ImportInput(path: try directory.write(text, to: file))]
    )
    inference.numbers = numbers
    return try inference.run()
  }

  @Test(arguments: [
    ("\"1,234\"", "7", "INTEGER"), (" 7", "+5", "INTEGER"), ("1e3", "+5", "INTEGER"),
    ("+1.5", "\"1,000.25\"", "REAL"), ("+5", "x", "TEXT"), ("\"1,23\"", "5", "TEXT"),
    ("+5", "1-2", "TEXT"), ("007", "+5", "TEXT"), ("+5", "\"\"", "INTEGER"), ("1", "2", "INTEGER"),
  ])
  func `a column is numeric if every value is a number`(
    first: String,
    second: String,
    type: String
  ) throws {
    let text = "id,x\n1,\(first)\n2,\(second)\n"
    #expect(try schema(text, .lenient).sql.contains("\"x\" \(type)"))
    let exact = try schema(text, .exact)
    let isExact = first == "1"
    #expect(exact.sql.contains(isExact ? "\"x\" INTEGER" : "\"x\" TEXT"))
    let proposes = exact.warnings.contains { $0.contains("--numbers lenient") }
    #expect(proposes == (type != "TEXT" && !isExact))
  }

  @Test func `JSON numbers whose text REAL would change are REAL by the user's word only`() throws {
    let text = #"[{"id":1,"x":1.5},{"id":2,"x":2.50},{"id":3,"x":1e3},{"id":4,"x":7}]"#
    #expect(try schema(text, .lenient, in: "t.json").sql.contains("\"x\" REAL"))
    let exact = try schema(text, .exact, in: "t.json")
    #expect(exact.sql.contains("\"x\" TEXT"))
    #expect(exact.warnings.contains { $0.contains("--numbers lenient") })
    let large = #"[{"id":1,"x":18446744073709551615},{"id":2,"x":2.5}]"#
    #expect(try schema(large, .lenient, in: "t.json").sql.contains("\"x\" TEXT"))
  }

  @Test(arguments: [
    ("id,x\n1,\"1,500\"\n2,\"1,250\"\n", "lenient, which reads 1,500 as 1500, or where a comma"),
    ("id;kg\n1;1,500\n2;1,250\n", "with --decimal ','"),
    ("id;kg;price\n1;1,500;2,49\n2;1,250;0,99\n", "with --decimal ','"),
    ("id\tkg\tprice\n1\t1,500\t2,49\n2\t1,250\t0,99\n", "with --decimal ','"),
    ("id;n\n1;1.150,00\n2;-4,80\n", "with --decimal ',' --group '.'"),
    ("id;n;r\n1;1,500;2.75\n2;1,250;0.5\n", "lenient, which reads 1,500 as 1500, or where a comma"),
    ("id,x\n1,+5\n", "with --numbers lenient"),
  ])
  func `the advice for commas fits what the other numbers show`(text: String, advice: String) throws
  {
    let warnings = try schema(text, .exact).warnings
    #expect(warnings.count == 1 && warnings[0].contains(advice), "\(warnings)")
  }

  @Test(arguments: ["id;kg\n1;1,500\n2;1,250\n", "id\tkg\tprice\n1\t1,500\t2,49\n2\t1,250\t0,99\n"])
  func `lenient numbers leave a comma as text if it may begin a fraction`(text: String) throws {
    let found = try schema(text, .lenient)
    #expect(found.sql.contains("\"kg\" TEXT"))
    #expect(found.warnings.contains { $0.contains("--decimal ','") })
  }

  @Test func `a column of numbers in other forms is no key, because two texts can be one number`()
    throws
  {
    let sql = try schema("n,x\n+5,a\n5,b\n6,a\n", .lenient).sql
    #expect(sql.contains("\"n\" INTEGER NOT NULL"))
    #expect(!sql.contains("\"n\" INTEGER PRIMARY KEY"))
  }
}
