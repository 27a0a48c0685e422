import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@Suite("The options of CSV inputs, for import, import --create and infer")
struct CSVOptionTests {
  private func query(_ scene: CommandScene, _ sql: String) throws -> String {
    try scene.run(["query", scene.database, sql, "--format", "csv"]).output
  }

  @Test func `a file of MySQL needs one option, which its error names`() throws {
    let scene = try CommandScene()
    let text = #"""
      id,title,note
      1,"A \"short\" one, really",first
      2,"Plain",\N
      3,"C:\\temp\\",

      """#
    let path = try scene.directory.write(text, to: "mysql.csv")
    let refused = try scene.run("infer", path, "--dry-run")
    #expect(refused.status == 65 && refused.errors.contains("--escape '\\'"), "\(refused.errors)")
    let result = try scene.run("import", scene.database, "--create", path, "--escape", "\\")
    #expect(result.status == 0, "\(result.errors)")
    let sql = "SELECT title, quote(note) AS n FROM mysql"
    #expect(
      try query(scene, sql)
        == "title,n\n\"A \"\"short\"\" one, really\",'first'\nPlain,NULL\nC:\\temp\\,''\n"
    )
  }

  @Test func `blanks behind separators need one option, which all hints name`() throws {
    let scene = try CommandScene()
    let spaced = "email, name, country\na@b.c, Ana, Chile\nd@e.f, Bo, \"Congo, Rep.\"\n"
    let path = try scene.directory.write(spaced, to: "spaced.csv")
    #expect(try scene.run("infer", path, "--dry-run").errors.contains("--trim"))
    let quoted = try scene.directory.write("id, name\n1, \"Cy\"\n2, x\n", to: "quoted.csv")
    let inferred = try scene.run("infer", quoted, "--dry-run")
    #expect(inferred.status == 0)
    #expect(inferred.errors.contains("a name in the header begins or ends with a blank"))
    #expect(inferred.errors.contains("pass --trim if blanks stand before quotes"))
    let result = try scene.run("import", scene.database, "--create", path, "--trim")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try query(scene, "SELECT country FROM spaced WHERE name = 'Bo'")
        == "country\n\"Congo, Rep.\"\n"
    )
    let untrimmed = try scene.run("import", scene.database, path)
    #expect(untrimmed.status == 65 && untrimmed.errors.contains("Pass --trim"))
  }

  @Test func `a statement of a bank is imported with the options that its errors name`() throws {
    let scene = try CommandScene()
    let text = """
      "Account";"DE00 **** 4711";
      "Balance";"812,40 EUR";

      "Booked";"Text";"Amount EUR"
      "02.03.2026";"BAKERY NORTH";"-4,80"
      "05.03.2026";"RENT";"-1.150,00"
      "Sum";;;"-1.154,80"

      """
    let path = try scene.directory.write(text, to: "statement.csv")
    let command = ["import", scene.database, "--create", path, "--table", "bookings"]
    #expect(try scene.run(command).errors.contains("--skip-lines 3"))
    let footer = try scene.run(command + ["--skip-lines", "3"])
    #expect(footer.status == 65 && footer.errors.contains("--skip-footer 1"), "\(footer.errors)")
    let lines = ["--skip-lines", "3", "--skip-footer", "1"]
    let advice = try scene.run(["infer", path, "--dry-run"] + lines)
    #expect(advice.errors.contains("--decimal ',' --group '.'"), "\(advice.errors)")
    let result = try scene.run(command + lines + ["--decimal", ",", "--group", "."])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try query(scene, "SELECT sum(\"amount eur\") AS s FROM bookings") == "s\n-1154.8\n")
  }

  @Test func `--no-header and --columns name the fields of a new table`() throws {
    let scene = try CommandScene()
    let path = try scene.directory.write("1,a\n2,b\n", to: "t.csv")
    let result = try scene.run("import", scene.database, "--create", path, "--no-header")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try query(scene, "SELECT column_1, column_2 FROM t") == "column_1,column_2\n1,a\n2,b\n")
    let again = try scene.run("import", scene.database, path, "--no-header")
    #expect(again.status == 0 && again.output.contains(" 0 changes"), "\(again.errors)")
    let other = try scene.directory.write(",x\n7,a\n", to: "other.csv")
    let columns = ["--columns", "id,name", "--skip-lines", "1", "--dry-run"]
    let inferred = try scene.run(["infer", other] + columns)
    #expect(inferred.output.contains("\"id\" INTEGER PRIMARY KEY"), "\(inferred.output)")
  }

  @Test func `rejected records are imported with the rules of their fields`() throws {
    let scene = try CommandScene()
    let location = try DatabaseLocation(path: scene.database)
    try WriterConnection.open(location).runScript(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, n REAL, s TEXT);"
    ) { _ in }
    let path = try scene.directory.write("id; n;s\n1; 1,5;\\N\n2;x;a\\;b\n", to: "t.csv")
    let options = ["--trim", "--escape", "\\", "--decimal", ",", "--separator", ";"]
    let result = try scene.run(["import", scene.database, path, "--on-error", "reject"] + options)
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.contains("--escape '\\'") && result.errors.contains("--decimal ,"))
    let rejects = scene.database + ".rejects.jsonl"
    let raw = try String(contentsOfFile: rejects, encoding: .utf8)
    let mended = raw.replacing(#""raw":"2;x;"#, with: #""raw":"2; 2,5 ;"#)
    #expect(mended != raw)
    _ = try scene.directory.write(mended, to: "scene.sqlite.rejects.jsonl")
    let again = try scene.run("import", scene.database, rejects, "--decimal", ",")
    #expect(again.status == 0, "\(again.errors)")
    #expect(
      try query(scene, "SELECT n, quote(s) AS s FROM t ORDER BY id") == "n,s\n1.5,NULL\n2.5,'a;b'\n"
    )
  }

  @Test(arguments: [
    ["--decimal", "."], ["--decimal", ",", "--group", ","], ["--group", "."], ["--decimal", "5"],
    ["--skip-lines", "-1"], ["--empty", "maybe"],
  ])
  func `marks that contradict each other are wrong usage`(options: [String]) throws {
    let scene = try CommandScene()
    let path = try scene.directory.write("id\n1\n", to: "t.csv")
    let isRight = options == ["--decimal", "."]
    #expect(try scene.run(["infer", path, "--dry-run"] + options).status == (isRight ? 0 : 64))
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let name: String
    let file: String
    let bytes: [UInt8]
    let advice: String
    var testDescription: String { name }
  }

  static let refusals = [
    Refusal(
      name: "XML",
      file: "a.xml",
      bytes: Array("<?xml version=\"1.0\"?><a/>".utf8),
      advice: "is XML"
    ),
    Refusal(
      name: "XML without a first line",
      file: "a.csv",
      bytes: Array("<rows a=\"b\">\n <row/></rows>".utf8),
      advice: "is XML"
    ),
    Refusal(
      name: "HTML",
      file: "a.csv",
      bytes: Array("\n<!DOCTYPE html><html></html>".utf8),
      advice: "is HTML"
    ),
    Refusal(
      name: "Parquet",
      file: "a.csv",
      bytes: Array("PAR1".utf8) + [0x15, 4, 0x15, 0x20],
      advice: "is Parquet"
    ),
    Refusal(
      name: "xz",
      file: "a.csv.xz",
      bytes: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4],
      advice: "unxz"
    ),
    Refusal(
      name: "Shift JIS",
      file: "a.csv",
      bytes: Array("id,n\n1,".utf8) + [0x93, 0x8C, 0x8B, 0x9E, 10],
      advice: "iconv"
    ),
    Refusal(
      name: "Windows-1251",
      file: "a.csv",
      bytes: Array("id,n\n1,".utf8) + [0xCF, 0xF0, 0xE8, 0xE2, 10],
      advice: "iconv"
    ),
    Refusal(
      name: "a quote in a text",
      file: "a.tsv",
      bytes: Array("id\tn\n1\t\"Le clown\n2\tx\n".utf8),
      advice: "--quote none"
    ),
  ]

  @Test(arguments: refusals)
  func `a refused file is named with the way out`(refusal: Refusal) throws {
    let scene = try CommandScene()
    let path = try scene.directory.write(refusal.bytes, to: refusal.file)
    let result = try scene.run("import", scene.database, "--create", path, "--table", "t")
    #expect(result.status == 65, "\(result.errors)")
    #expect(result.errors.contains(refusal.advice), "\(result.errors)")
    #expect(!result.errors.contains("windows-1252"))
  }

  @Test func `a header of names in angle brackets is no XML`() throws {
    let scene = try CommandScene()
    let path = try scene.directory.write("<TICKER>,<DATE>\nA,2026\nB,2027\n", to: "t.csv")
    #expect(try scene.run("infer", path, "--dry-run").status == 0)
  }

  @Test(arguments: [
    ("5.0", "--numbers lenient"), ("+5", "--numbers lenient"), ("true", "CHECK"),
    ("1,234", "--group ','"), ("abc", "Write digits"),
  ])
  func `a value that is no integer is refused with the option that reads it`(
    text: String,
    advice: String
  ) throws {
    let scene = try CommandScene()
    let location = try DatabaseLocation(path: scene.database)
    try WriterConnection.open(location).runScript("CREATE TABLE t (id INTEGER PRIMARY KEY, n INT);")
    { _ in }
    let path = try scene.directory.write("id;n\n1;\(text)\n", to: "t.csv")
    let result = try scene.run("import", scene.database, path)
    #expect(result.status == 65 && result.errors.contains(advice), "\(result.errors)")
  }
}
