import TestSupport
import Testing

@Suite("Hostile encodings") struct HostileEncodingTests {
  @Test(arguments: HostileInput.encodings)
  func `a recognizable encoding is read`(input: HostileInput) throws {
    try input.check()
  }

  @Test(arguments: HostileInput.badEncodings)
  func `bytes that mean nothing in their encoding are refused`(input: HostileInput) throws {
    try input.check()
  }

  @Test(arguments: HostileInput.dialects)
  func `a recognizable dialect is read`(input: HostileInput) throws {
    try input.check()
  }
}

extension HostileInput {
  private static let text = "id,name\r\na,é😀\r\n\"b\",\"\"\r\n"
  private static let rows = ["'a','é😀',NULL", "'b','',NULL"]

  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
      return isBigEndian ? [high, low] : [low, high]
    }
  }

  static let encodings: [HostileInput] = [
    Self(
      "UTF-16, little end first, with a mark",
      "users.csv",
      utf16("\u{FEFF}" + text, isBigEndian: false),
      .kept(rows)
    ),
    Self(
      "UTF-16, big end first, with a mark",
      "users.csv",
      utf16("\u{FEFF}" + text, isBigEndian: true),
      .kept(rows)
    ),
    Self(
      "UTF-16, little end first, without a mark",
      "users.csv",
      utf16(text, isBigEndian: false),
      .kept(rows)
    ),
    Self(
      "UTF-16, big end first, without a mark",
      "users.csv",
      utf16(text, isBigEndian: true),
      .kept(rows)
    ),
    Self(
      "JSON in UTF-16",
      "users.json",
      utf16("\u{FEFF}[{\"id\":\"a\",\"name\":\"é😀\"}]", isBigEndian: false),
      .kept(["'a','é😀',NULL"])
    ),
    Self(
      "Windows-1252",
      "users.csv",
      Array("id,name\na,".utf8) + [0x80, 0xE9, 0x0A],
      ["--encoding", "windows-1252"],
      .kept(["'a','€é',NULL"])
    ),
    Self(
      "Latin-1",
      "users.csv",
      Array("id,name\na,".utf8) + [0xE9, 0xFF, 0x0A],
      ["--encoding", "latin1"],
      .kept(["'a','éÿ',NULL"])
    ),
  ]

  static let badEncodings: [HostileInput] = [
    Self(
      "half of a character at the end of UTF-16",
      "users.csv",
      utf16("\u{FEFF}id,name\na,b", isBigEndian: false) + [0x63],
      .refused(at: "2:4")
    ),
    Self(
      "half of a surrogate pair in UTF-16",
      "users.csv",
      utf16("\u{FEFF}id,name\na,b", isBigEndian: false) + [0x3D, 0xD8, 0x0A, 0x00],
      .refused(at: "2:4")
    ),
    Self(
      "ragged row of UTF-16",
      "users.csv",
      utf16("\u{FEFF}id,name\né😀,b,c\n", isBigEndian: true),
      .refused(at: "2:6")
    ),
    Self(
      "byte without a meaning in Windows-1252",
      "users.csv",
      Array("id,name\na,b".utf8) + [0x81],
      ["--encoding", "windows-1252"],
      .refused(at: "2:4")
    ),
    Self(
      "mark of another encoding than the one asked for",
      "users.csv",
      utf16("\u{FEFF}id\na\n", isBigEndian: false),
      ["--encoding", "latin1"],
      .refused(at: "1:1")
    ),
    Self("UTF-32", "users.csv", [0xFF, 0xFE, 0, 0, 0x69, 0, 0, 0], .refused(at: "1:1")),
    Self("bzip2", "users.csv", Array("BZh91AY&SY".utf8) + [0x00, 0xFF], .refused(at: "1:1")),
    Self("xz", "users.csv", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .refused(at: "1:1")),
    Self("zstd", "users.csv", [0x28, 0xB5, 0x2F, 0xFD, 0x24, 0x08], .refused(at: "1:1")),
  ]

  static let dialects: [HostileInput] = [
    Self("semicolons", "users.csv", "id;name\na;b,c\n", .kept(["'a','b,c',NULL"])),
    Self("tabs under .csv", "users.csv", "id\tname\na\tb,c\n", .kept(["'a','b,c',NULL"])),
    Self("bars", "users.csv", "id|name\na|b\n", .kept(["'a','b',NULL"])),
    Self("sep line", "users.csv", "sep=;\r\nid;name\r\na;b\r\n", .kept(["'a','b',NULL"])),
    Self(
      "place behind a sep line",
      "users.csv",
      "sep=;\nid;name\na;b;c\n",
      .refused(at: "3:5")
    ),
    Self(
      "one column needs no separator",
      "users.csv",
      "id\na\nb\n",
      .kept(["'a',NULL,NULL", "'b',NULL,NULL"])
    ),
    Self(
      "commas in one column among semicolons",
      "users.csv",
      "id;name\na;1,5\nb;2,5\n",
      .kept(["'a','1,5',NULL", "'b','2,5',NULL"])
    ),
    Self(
      "no header",
      "users.csv",
      "a,b,c\n",
      ["--no-header"],
      .kept(["'a','b','c'"])
    ),
  ]
}
