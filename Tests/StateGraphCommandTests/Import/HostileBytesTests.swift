import TestSupport
import Testing

@Suite("Hostile bytes") struct HostileBytesTests {
  @Test(arguments: HostileInput.badBytes)
  func `bytes that are no text are refused at the first of them`(input: HostileInput) throws {
    try input.check()
  }

  @Test(arguments: HostileInput.oddText)
  func `odd text is kept byte for byte`(input: HostileInput) throws {
    try input.check()
  }

  @Test func `values with escape sequences never reach the terminal`() throws {
    let hostile = try HostileScene()
    let path = try hostile.scene.directory.write(
      "id,name\n\u{1B}[2J,\u{1B}]0;owned\u{7}\n\u{1B}[2J,again\n",
      to: "users.csv"
    )
    let result = try hostile.scene.run("import", hostile.scene.database, path)
    #expect(result.status == 65)
    #expect(!(result.output + result.errors).unicodeScalars.contains { $0 == "\u{1B}" })
    #expect(!result.errors.contains("owned"))
  }
}

extension HostileInput {
  private static func users(_ bytes: [UInt8]) -> [UInt8] { Array("id,name\n".utf8) + bytes }

  static let badBytes: [HostileInput] = [
    Self("letter in Latin-1", "users.csv", users([0x61, 0x2C, 0x62, 0xE9]), .refused(at: "2:4")),
    Self("overlong slash", "users.csv", users([0x61, 0x2C, 0xC0, 0xAF]), .refused(at: "2:3")),
    Self("overlong NUL", "users.csv", users([0x61, 0x2C, 0xC0, 0x80]), .refused(at: "2:3")),
    Self(
      "surrogate in UTF-8",
      "users.csv",
      users([0x61, 0x2C, 0xED, 0xA0, 0x80]),
      .refused(at: "2:3")
    ),
    Self(
      "above the last scalar",
      "users.csv",
      users([0x61, 0x2C, 0xF4, 0x90, 0x80, 0x80]),
      .refused(at: "2:3")
    ),
    Self(
      "sequence cut by the end",
      "users.csv",
      users([0x61, 0x2C, 0xF0, 0x9F, 0x98]),
      .refused(at: "2:3")
    ),
    Self(
      "sequence cut by a separator",
      "users.csv",
      users([0xE2, 0x82, 0x2C, 0x62]),
      .refused(at: "2:1")
    ),
    Self(
      "column counts characters",
      "users.csv",
      users([0xC3, 0xA9, 0x2C, 0xE2, 0x82, 0xAC, 0xFF]),
      .refused(at: "2:4")
    ),
    Self(
      "invalid inside quotes",
      "users.csv",
      users([0x61, 0x2C, 0x22, 0x0A, 0x62, 0xFF, 0x22]),
      .refused(at: "3:2")
    ),
    Self(
      "invalid in the header",
      "users.csv",
      [0x69, 0x64, 0x2C, 0xFF, 0x0A],
      .refused(at: "1:4")
    ),
    Self("NUL", "users.csv", users([0x61, 0x2C, 0x62, 0x00, 0x63]), .refused(at: "2:4")),
    Self("NUL in the key", "users.csv", users([0x00, 0x2C, 0x62]), .refused(at: "2:1")),
    Self(
      "program",
      "users.csv",
      [0x7F, 0x45, 0x4C, 0x46, 0x02, 0x01, 0x01, 0x00],
      .refused(at: "1:8")
    ),
    Self(
      "picture",
      "users.csv",
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
      .refused(at: "1:1")
    ),
    Self("spreadsheet", "users.csv", [0x50, 0x4B, 0x03, 0x04, 0x14, 0x00], .refused(at: "1:1")),
    Self(
      "JSON with a letter in Latin-1",
      "users.jsonl",
      Array("{\"id\":\"a\",\"name\":\"".utf8) + [0xE9] + Array("\"}".utf8),
      .refused(at: "1:19")
    ),
    Self(
      "JSON with a surrogate in UTF-8",
      "users.jsonl",
      Array("{\"id\":\"".utf8) + [0xED, 0xBF, 0xBF] + Array("\"}".utf8),
      .refused(at: "1:8")
    ),
  ]

  static let oddText: [HostileInput] = [
    Self(
      "escape sequences",
      "users.csv",
      "id,name\na,\u{1B}[31mred\u{1B}[0m\n",
      .kept(["'a','\u{1B}[31mred\u{1B}[0m',NULL"])
    ),
    Self(
      "right-to-left override",
      "users.csv",
      "id,name\na\u{202E}b,c\nab,d\n",
      .kept(["'ab','d',NULL", "'a\u{202E}b','c',NULL"])
    ),
    Self(
      "Latin and Cyrillic a are two ids",
      "users.csv",
      "id\na\n\u{430}\n",
      .kept(["'a',NULL,NULL", "'\u{430}',NULL,NULL"])
    ),
    Self(
      "composed and decomposed are two ids",
      "users.csv",
      "id\n\u{E9}\ne\u{301}\n",
      .kept(["'e\u{301}',NULL,NULL", "'\u{E9}',NULL,NULL"])
    ),
    Self(
      "composed and decomposed are two ids in JSON",
      "users.jsonl",
      "{\"id\":\"\\u00e9\"}\n{\"id\":\"e\\u0301\"}\n",
      .kept(["'e\u{301}',NULL,NULL", "'\u{E9}',NULL,NULL"])
    ),
    Self(
      "zero-width joiner makes another id",
      "users.csv",
      "id\nab\na\u{200D}b\n",
      .kept(["'ab',NULL,NULL", "'a\u{200D}b',NULL,NULL"])
    ),
    Self(
      "blanks around ids",
      "users.csv",
      "id\na\na \n a\n",
      .kept(["' a',NULL,NULL", "'a',NULL,NULL", "'a ',NULL,NULL"])
    ),
    Self("noncharacter", "users.csv", "id\n\u{FFFF}\n", .kept(["'\u{FFFF}',NULL,NULL"])),
    Self(
      "last scalar",
      "users.csv",
      "id\n\u{10FFFF}\n",
      .kept(["'\u{10FFFF}',NULL,NULL"])
    ),
    Self(
      "SQL as a value",
      "users.csv",
      "id,name\na,'); DROP TABLE users; --\n",
      .kept(["'a','''); DROP TABLE users; --',NULL"])
    ),
    Self(
      "formulas",
      "users.csv",
      "id,name\n=1+1,@SUM(A1)\n+1,-1\n",
      .kept(["'+1','-1',NULL", "'=1+1','@SUM(A1)',NULL"])
    ),
  ]
}
