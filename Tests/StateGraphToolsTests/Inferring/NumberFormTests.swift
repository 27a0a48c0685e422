import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@Suite("Numbers with other characters for fractions and groups")
struct NumberFormTests {
  private static func mark(_ text: String) -> UInt8? { text.utf8.first }

  @Test(arguments: [
    ("1,500", "2,49", ",", "", [1.5, 2.49]), ("-1.150,00", "812,40", ",", ".", [-1150, 812.4]),
    ("1'234'567.25", "-0.5", "", "'", [1_234_567.25, -0.5]),
    ("1\u{202F}234,5", "1\u{A0}000,25", ",", " ", [1234.5, 1000.25]),
    ("1,234.50", "0.25", "", ",", [1234.5, 0.25]),
  ])
  func `numbers in this form become reals, in an inference and an import`(
    first: String,
    second: String,
    decimal: String,
    group: String,
    numbers: [Double]
  ) throws {
    let scene = try FieldScene("id;n\n1;\(first)\n2;\(second)\n3;7\n") { _, rules in
      (rules.decimalMark, rules.groupMark) = (Self.mark(decimal), Self.mark(group))
    }
    #expect(scene.rows.map { $0[1] } == (numbers + [7]).map { .real($0) })
    #expect(scene.schema.warnings.isEmpty, "\(scene.schema.warnings)")
  }

  @Test(arguments: [
    ("1.500", "12.345.678", ".", [1500, 12_345_678]), ("1 000", "7", " ", [1000, 7]),
  ])
  func `groups of digits alone make integers`(
    first: String,
    second: String,
    group: String,
    numbers: [Int64]
  ) throws {
    let scene = try FieldScene("id;n\n1;\(first)\n2;\(second)\n") { _, rules in
      (rules.decimalMark, rules.groupMark) = (UInt8(ascii: ","), Self.mark(group))
    }
    #expect(scene.rows.map { $0[1] } == numbers.map { .integer($0) })
  }

  /// With a comma before fractions and points between groups.
  @Test(arguments: [
    "1.50", "1.2.3", "01.03.2026", "12.34,5", "1,2,3", "1,500.25", "007", "1.500.00",
  ])
  func `a text that is no number in this form stays a text, and no column of numbers takes it`(
    text: String
  ) throws {
    func change(_ rules: inout FieldRules) {
      (rules.decimalMark, rules.groupMark) = (UInt8(ascii: ","), UInt8(ascii: "."))
    }
    let scene = try FieldScene("id;n\n1;\(text)\n") { change(&$1) }
    #expect(scene.rows.map { $0[1] } == [.text(text)])
    for type in ["REAL", "INTEGER"] {
      let known = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, n \(type))")
      let error = try known.failure("t.csv", "id;n\n1;\(text)\n") { change(&$0.fields) }
      #expect(error.code == .wrongType)
    }
  }

  @Test func `a column of decimal type takes numbers in this form, and other texts`() throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, n DECIMAL(9,2))")
    try scene.run("t.csv", "id;n\n1;1.150,25\n2;-3\n3;none\n") {
      ($0.fields.decimalMark, $0.fields.groupMark) = (UInt8(ascii: ","), UInt8(ascii: "."))
    }
    #expect(
      try scene.rows("SELECT n FROM t") == [[.real(1150.25)], [.integer(-3)], [.text("none")]]
    )
    let error = try scene.failure("t.csv", "id;n\n4;1.5\n") { $0.fields.decimalMark = 0x2C }
    #expect(error.code == .wrongType)
  }

  @Test(arguments: [
    "id;kg\n1;1,500\n", "id\tkg\tprice\n1\t1,500\t2,49\n", "id\tkg\tprice\n1\t1,500\t\"1.000,5\"\n",
  ])
  func `lenient numbers do not read a comma that may begin a fraction as thousands`(
    text: String
  ) throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, kg REAL, price TEXT)")
    for policy in [NumberPolicy.exact, .lenient] {
      let error = try scene.failure("t.csv", text) { $0.numbers = policy }
      #expect(error.code == .wrongType)
      #expect(error.remedy.contains("--decimal ','") && error.remedy.contains("--group ','"))
    }
    try scene.run("t.csv", text) { $0.fields.decimalMark = UInt8(ascii: ",") }
    #expect(try scene.rows("SELECT kg FROM t") == [[.real(1.5)]])
    try scene.run("t.csv", text) { $0.fields.groupMark = UInt8(ascii: ",") }
    #expect(try scene.rows("SELECT kg FROM t") == [[.real(1500)]])
  }

  @Test(arguments: ["id,kg\n1,\"1,500\"\n", "id;kg;n\n1;1,500;2.5\n", "id;kg;n\n1;1,500;1,234.5\n"])
  func `lenient numbers read thousands if nothing shows a fraction`(text: String) throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, kg REAL, n TEXT)")
    try scene.run("t.csv", text) { $0.numbers = .lenient }
    #expect(try scene.rows("SELECT kg FROM t") == [[.real(1500)]])
  }
}
