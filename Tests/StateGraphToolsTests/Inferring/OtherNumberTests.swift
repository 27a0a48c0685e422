import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import Testing

@Suite("Numbers as spreadsheets and banks write them")
struct OtherNumberTests {
  @Test(arguments: [
    ("-$1,234.56", -1234.56), ("$-5", -5), ("5.00-", -5), ("(5.00)", -5), ("($2.50)", -2.5),
    ("12.5 %", 0.125), ("100%", 1), ("5 EUR", 5), ("\u{20AC}5.5", 5.5), ("R$ 5.5", 5.5), ("+5", 5),
    ("\u{2212}0.5", -0.5), ("inf", .infinity), ("-Infinity", -.infinity),
  ])
  func `the lenient policy reads them, in an inference and an import`(
    text: String,
    number: Double
  ) throws {
    let scene = try FieldScene("id,n\n1,\"\(text)\"\n2,\"\(text)\"\n", numbers: .lenient)
    let found = scene.rows.map { $0[1] }
    let isInteger = number == number.rounded() && number.isFinite
    let value = isInteger ? SQLiteValue.integer(Int64(number)) : .real(number)
    #expect(found == [value, value])
    let exact = try FieldScene("id,n\n1,\"\(text)\"\n")
    #expect(exact.rows.map { $0[1] } == [.text(text)])
    #expect(exact.schema.warnings.contains { $0.contains("--numbers lenient") })
  }

  @Test func `a point without a comma is a group where a comma begins other fractions`() throws {
    let text = "id;n\n1;-12,34\n2;1.500\n"
    let scene = try FieldScene(text) { _, rules in rules.decimalMark = UInt8(ascii: ",") }
    #expect(scene.schema.warnings.contains { $0.contains("--decimal ',' --group '.'") })
    let grouped = try FieldScene(text) { _, rules in
      rules.decimalMark = UInt8(ascii: ",")
      rules.groupMark = UInt8(ascii: ".")
    }
    #expect(grouped.rows.map { $0[1] } == [.real(-12.34), .real(1500)])
  }

  @Test func `NaN is NULL, so that the column is no NOT NULL column`() throws {
    let scene = try FieldScene("id,n\n1,1.5\n2,NaN\n3,2.5\n", numbers: .lenient)
    #expect(scene.rows.map { $0[1] } == [.real(1.5), .null, .real(2.5)])
  }

  @Test(arguments: [
    "$5|5 EUR", "10%|0.5", "10%|5", "5 kg|6 kg", "5-5|5", "--5|5", "$|5", "5%%|5", "+-5|5",
  ])
  func `different units, and texts that are no numbers, stay text`(fields: String) throws {
    let texts = fields.split(separator: "|").map { String($0) }
    let scene = try FieldScene("id,n\n1,\(texts[0])\n2,\(texts[1])\n", numbers: .lenient)
    #expect(scene.rows.map { $0[1] } == texts.map { .text($0) })
  }

  @Test(arguments: [
    ("1.234,56", "0,5", [1234.56, 0.5]), ("1,5", "2,25", [1.5, 2.25]),
    ("1.5", "2.25", [1.5, 2.25]),
    ("21,125", "1,5", [21.125, 1.5]),
  ])
  func `each input shows what a comma means`(a: String, b: String, numbers: [Double]) throws {
    let scene = try FieldScene("id;n\n1;\(a)\n2;\(b)\n") { $1.detectsDecimalMark = true }
    #expect(scene.rows.map { $0[1] } == numbers.map { .real($0) })
  }

  @Test func `a point that may separate thousands stays text where a comma begins fractions`()
    throws
  {
    let scene = try FieldScene("id;n\n1;21.125\n") { $1.detectsDecimalMark = true }
    #expect(scene.rows.map { $0[1] } == [.text("21.125")])
    let known = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, n REAL)")
    let error = try known.failure("t.csv", "id;n\n1;21.125\n") {
      $0.fields.detectsDecimalMark = true
    }
    #expect(error.remedy.contains("--decimal .") && error.remedy.contains("--group ."))
  }

  @Test(arguments: [
    ("1'234.50", "--group \"'\""), ("1 234,50", "--decimal ',' --group ' '"),
    ("1.234,50", "--decimal ',' --group '.'"), ("$5", "--numbers lenient"),
    ("1.234,50 EUR", "--decimal ',' --group '.' --numbers lenient"),
  ])
  func `each column of numbers, and each inference, names the options that read a number`(
    text: String,
    options: String
  ) throws {
    for type in ["REAL", "DECIMAL(8,2)"] {
      let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, n \(type))")
      let error = try scene.failure("t.csv", "id;n\n1;\(text)\n")
      #expect(error.remedy.contains(options), "\(type) \(error.remedy)")
    }
    let scene = try FieldScene("id;n\n1;\(text)\n2;0,5\n".replacing("0,5", with: text))
    #expect(scene.schema.warnings.contains { $0.contains(options) }, "\(scene.schema.warnings)")
  }

  @Test func `dates and other texts stay in a column of a numeric type`() throws {
    let scene = try ImportScene("CREATE TABLE t (id INTEGER PRIMARY KEY, d DATE, n NUMERIC)")
    try scene.run("t.csv", "id,d,n\n1,2024-01-02,n/a\n2,31.12.2024,08:15\n3,,\"\"\n")
    #expect(
      try scene.rows("SELECT d, n FROM t ORDER BY id")
        == [
          [.text("2024-01-02"), .text("n/a")], [.text("31.12.2024"), .text("08:15")],
          [.null, .null],
        ]
    )
  }

  @Test func `a mapping gives values before an inference finds the type`() throws {
    var mapping = ImportMapping()
    mapping.tables["t"] = TableMapping()
    mapping.tables["t"]?.values = ["open": ["Y": .integer(1), "N": .integer(0)]]
    let scene = try FieldScene("id,open\n1,Y\n2,N\n", mapping: mapping)
    #expect(scene.rows.map { $0[1] } == [.integer(1), .integer(0)])
  }
}
