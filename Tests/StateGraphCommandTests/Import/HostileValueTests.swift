import TestSupport
import Testing

@Suite("Hostile values") struct HostileValueTests {
  @Test(arguments: HostileInput.badValues)
  func `a value that does not fit its column is refused with its place`(input: HostileInput) throws
  {
    try input.check()
  }

  @Test(arguments: HostileInput.exactValues)
  func `a value that fits its column is kept exactly`(input: HostileInput) throws {
    try input.check()
  }

  @Test func `no message repeats a value`() throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write("id,count\n1,secret\n", to: "things.csv")
    let result = try hostile.scene.run("import", hostile.scene.database, path)
    #expect(result.status == 65)
    #expect(!result.errors.contains("secret"))
    #expect(result.errors.contains("\"count\""))
  }
}

extension HostileInput {
  private static func count(_ value: String) -> String { "id,count\n1,\(value)\n" }
  private static func amount(_ value: String) -> String { "id,amount\n1,\(value)\n" }
  private static func thing(count: String) -> [String] { ["1,NULL,NULL,\(count),0,NULL"] }
  private static func thing(amount: String) -> [String] { ["1,NULL,\(amount),NULL,0,NULL"] }

  static let badValues: [HostileInput] = [
    Self("one above 64 bits", "things.csv", count("9223372036854775808"), .refused(at: "2:3")),
    Self("one below 64 bits", "things.csv", count("-9223372036854775809"), .refused(at: "2:3")),
    Self("24 digits", "things.csv", count("123456789012345678901234"), .refused(at: "2:3")),
    Self("key above 64 bits", "things.csv", "id\n9223372036854775808\n", .refused(at: "2:1")),
    Self("leading zero", "things.csv", count("007"), .refused(at: "2:3")),
    Self("leading zero behind a minus", "things.csv", count("-07"), .refused(at: "2:3")),
    Self("minus zero", "things.csv", count("-0"), .refused(at: "2:3")),
    Self("plus", "things.csv", count("+5"), .refused(at: "2:3")),
    Self("underscore", "things.csv", count("1_000"), .refused(at: "2:3")),
    Self("thousands", "things.csv", count("\"1,000\""), .refused(at: "2:3")),
    Self("thousands with points", "things.csv", count("1.000"), .refused(at: "2:3")),
    Self("blank behind a number", "things.csv", count("5 "), .refused(at: "2:3")),
    Self("blank before a number", "things.csv", count(" 5"), .refused(at: "2:3")),
    Self("hexadecimal", "things.csv", count("0x10"), .refused(at: "2:3")),
    Self("real as an integer", "things.csv", count("1.0"), .refused(at: "2:3")),
    Self("exponent as an integer", "things.csv", count("1e3"), .refused(at: "2:3")),
    Self("Arabic digits", "things.csv", count("\u{661}\u{662}"), .refused(at: "2:3")),
    Self("word", "things.csv", count("true"), .refused(at: "2:3")),
    Self("null spelled unasked", "things.csv", count("NULL"), .refused(at: "2:3")),
    Self("not a number", "things.csv", amount("NaN"), .refused(at: "2:3")),
    Self("infinity", "things.csv", amount("Infinity"), .refused(at: "2:3")),
    Self("short infinity", "things.csv", amount("-inf"), .refused(at: "2:3")),
    Self("1e999", "things.csv", amount("1e999"), .refused(at: "2:3")),
    Self("underflow", "things.csv", amount("1e-400"), .refused(at: "2:3")),
    Self("decimal comma", "things.csv", amount("\"1,5\""), .refused(at: "2:3")),
    Self("thousands and a comma", "things.csv", amount("\"1.234,5\""), .refused(at: "2:3")),
    Self("two points", "things.csv", amount("1.2.3"), .refused(at: "2:3")),
    Self("currency", "things.csv", amount("$5"), .refused(at: "2:3")),
    Self("percent", "things.csv", amount("5%"), .refused(at: "2:3")),
    Self(
      "more digits than a real has",
      "things.csv",
      amount("9007199254740993"),
      .refused(at: "2:3")
    ),
    Self("JSON 1e400", "things.jsonl", "{\"id\":1,\"amount\":1e400}", .refused(at: "1:18")),
    Self("JSON 1e-400", "things.jsonl", "{\"id\":1,\"amount\":1e-400}", .refused(at: "1:18")),
    Self(
      "JSON above 64 bits",
      "things.jsonl",
      "{\"id\":9223372036854775808}",
      .refused(at: "1:7")
    ),
    Self("JSON NaN", "things.jsonl", "{\"id\":1,\"amount\":NaN}", .refused(at: "1:18")),
    Self("JSON -Infinity", "things.jsonl", "{\"id\":1,\"amount\":-Infinity}", .refused(at: "1:19")),
    Self(
      "JSON text as a number",
      "things.jsonl",
      "{\"id\":1,\"count\":\"5\"}",
      .refused(at: "1:17")
    ),
    Self("JSON boolean as text", "things.jsonl", "{\"id\":1,\"label\":true}", .refused(at: "1:17")),
    Self("JSON object as a value", "things.jsonl", "{\"id\":1,\"count\":{}}", .refused(at: "1:17")),
    Self("JSON array as a value", "things.jsonl", "{\"id\":1,\"count\":[1]}", .refused(at: "1:17")),
  ]

  static let exactValues: [HostileInput] = [
    Self(
      "largest integer",
      "things.csv",
      count("9223372036854775807"),
      .kept(thing(count: "9223372036854775807"))
    ),
    Self(
      "smallest integer",
      "things.csv",
      count("-9223372036854775808"),
      .kept(thing(count: "-9223372036854775808"))
    ),
    Self("absent integer", "things.csv", count(""), .kept(thing(count: "NULL"))),
    Self("large exponent", "things.csv", amount("1e300"), .kept(thing(amount: "1.0e+300"))),
    Self("negative exponent", "things.csv", amount("-2.5E-3"), .kept(thing(amount: "-0.0025"))),
    Self("integer in a real", "things.csv", amount("3"), .kept(thing(amount: "3.0"))),
    Self(
      "leading zeros of text",
      "users.csv",
      "id,name\n007,02134\n7,2134\n",
      .kept(["'007','02134',NULL", "'7','2134',NULL"])
    ),
    Self(
      "empty, quoted and spelled null",
      "users.csv",
      "id,name,short_bio\na,,\"\"\nb,NULL,NA\n",
      .kept(["'a',NULL,''", "'b','NULL','NA'"])
    ),
    Self(
      "null spellings asked for",
      "users.csv",
      "id,name,short_bio\na,NA,\\N\nb,\"NA\",NULL\nc,na,N A\n",
      ["--null", "NA,\\N,NULL"],
      .kept(["'a',NULL,NULL", "'b','NA',NULL", "'c','na','N A'"])
    ),
    Self(
      "boolean of JSON in an integer",
      "things.jsonl",
      "{\"id\":1,\"is_open\":true}",
      .kept(["1,NULL,NULL,NULL,1,NULL"])
    ),
    Self(
      "null of JSON takes the default",
      "things.jsonl",
      "{\"id\":1,\"is_open\":null}",
      .kept(["1,NULL,NULL,NULL,0,NULL"])
    ),
    Self(
      "digits of JSON are exact",
      "things.jsonl",
      "{\"id\":-9223372036854775808,\"amount\":0.1,\"count\":9007199254740993}",
      .kept(["-9223372036854775808,NULL,0.1,9007199254740993,0,NULL"])
    ),
  ]
}
