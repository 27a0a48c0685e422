import StateGraphImport
import StateGraphTools
import TestSupport
import Testing

@Suite("Texts that mean NULL")
struct NullWordTests {
  private func warnings(_ text: String, nulls: [String] = []) throws -> [String] {
    try InferenceScene([("t.csv", text)], nulls: nulls).schema.warnings
  }

  @Test func `one text between numbers is reported with the option`() throws {
    let text = "id,n,r,s\n1,5,NA,x\n2,NA,1.5,NA\n3,7,NA,y\n"
    #expect(
      try warnings(text) == [
        "t: all values of n, r are numbers except for NA, so they are stored as text: pass "
          + "--null='NA' if it means NULL"
      ]
    )
    #expect(try warnings(text, nulls: ["NA"]).isEmpty)
  }

  @Test func `an empty field stays NULL with the option`() throws {
    #expect(try warnings("id,n,s\n1,-,\n2,5,x\n").last?.contains("--null='-,'") == true)
  }

  @Test(arguments: [
    "id,n\n1,NA\n2,?\n3,5\n", "id,n\n1,\"NA\"\n2,5\n", "id,n\n1,NA\n2,NA\n",
    "id,n\n1,unknown to all\n2,5\n", "id,n\n1,NA\n2,007\n", "id,n\n1,x\n2,y\n",
  ])
  func `other texts are no words for NULL`(text: String) throws {
    #expect(try !warnings(text).contains { $0.contains("--null") })
  }

  @Test func `a number by name is reported with the option for numbers`() throws {
    let text = "id;n\n1;1,5\n2;inf\n"
    let scene = try FieldScene(text) { _, rules in rules.decimalMark = UInt8(ascii: ",") }
    let warnings = scene.schema.warnings
    #expect(warnings.contains { $0.contains("--numbers lenient") }, "\(warnings)")
  }

  @Test(arguments: [("\\N", "--format mysql"), ("NULL", "--null='NULL'"), ("null", "'null'")])
  func `the mark of a database in a column of texts is reported`(mark: String, option: String)
    throws
  {
    let text = "id,s\n1,x\n2,\(mark)\n3,y\n"
    #expect(try warnings(text).contains { $0.contains(option) })
    #expect(try warnings(text, nulls: [mark]).isEmpty)
    #expect(try warnings("id,s\n1,x\n2,\"\(mark)\"\n").isEmpty)
  }

  @Test func `empty fields are reported if all fields are in quotes`() throws {
    let text = "\"id\",\"n\",\"s\"\n\"1\",\"\",\"\"\n\"2\",\"5\",\"x\"\n"
    let warnings = try warnings(text)
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("NULL in n and texts in s") == true)
    #expect(warnings.first?.contains("--quoted-empty null") == true)
    #expect(try self.warnings("id,n,s\n1,\"\",\"\"\n2,5,x\n").isEmpty)
  }
}
