import StateGraphFixtures
import StateGraphSQLite
import TestSupport
import Testing

@Suite struct ValueMaskTests {
  private func texts(_ values: [SQLiteValue]) -> [String] {
    values.map { if case .text(let text) = $0 { text } else { $0.storageClass } }
  }

  @Test(arguments: [
    "text", "email", "phone", "date", "free-text", "number", "json", "blob", "keep",
  ])
  func `NULL stays NULL, and every storage class has a mask`(mask: String) throws {
    let literals = [
      "NULL", "''", "'Ada'", "7", "-1.25", "x'00ff'", "CAST(x'ff80' AS TEXT)", "9e999",
    ]
    let masks = try MaskScene.masks(of: literals, mask, type: "")
    #expect(
      masks.map(\.storageClass) == [
        "null", "text", "text", "integer", "real", "blob", "text", "real",
      ]
    )
    #expect(masks[1] == .text(""))
    #expect((masks[2] == .text("Ada")) == (mask == "keep"))
  }

  @Test func `null removes every value`() throws {
    #expect(
      try MaskScene.masks(of: ["'Ada'", "7", "x'00'"], "null", type: "") == [.null, .null, .null]
    )
  }

  @Test func `an address keeps its form, and goes to nobody`() throws {
    let masks = texts(
      try MaskScene.masks(
        of: ["'ada@mail.com'", "'bob@mail.com'", "'ADA@MAIL.COM'", "'nobody'"],
        "email"
      )
    )
    #expect(masks[0].wholeMatch(of: /[a-z]{3}@[a-z]{4}\.[a-z]{3}\.example/) != nil)
    #expect(masks[0].drop { $0 != "@" } == masks[1].drop { $0 != "@" })
    #expect(masks[0] != masks[1])
    #expect(masks[2].lowercased() == masks[0])
    #expect(masks[3].wholeMatch(of: /[a-z]{6}/) != nil)
  }

  @Test func `a phone number keeps the code of its country and its separators`() throws {
    let masks = texts(
      try MaskScene.masks(of: ["'+49 30 123456'", "'+1 (555) 010-9999'", "'030/1234'"], "phone")
    )
    #expect(masks[0].wholeMatch(of: /\+49 \d\d \d{6}/) != nil)
    #expect(masks[1].wholeMatch(of: /\+1 \(\d{3}\) 0\d\d-\d{4}/) != nil)
    #expect(masks[2].wholeMatch(of: /0\d\d\/\d{4}/) != nil)
    #expect(!masks[0].hasSuffix("123456"))
  }

  @Test func `numbers keep their sign and digits and stay different`() throws {
    let masks = try MaskScene.masks(
      of: (1...999).map { "\($0)" } + ["0", "-5", "9223372036854775807", "-9223372036854775808"],
      "number",
      type: "INTEGER"
    )
    #expect(Set(masks).count == 1003)
    #expect(masks[999] == .integer(0))
    guard case .integer(let negative) = masks[1000] else { throw TestFailure("no integer") }
    #expect((-9 ... -1).contains(negative))
  }

  @Test func `decimals stay different decimals`() throws {
    let masks = try MaskScene.masks(
      of: (1...400).map { "\($0).25" } + ["1e300", "5e-324", "0.1"],
      "number",
      type: "REAL"
    )
    #expect(Set(masks).count == 403)
    #expect(masks.allSatisfy { if case .real(let real) = $0 { real.isFinite } else { false } })
  }

  @Test func `only the strings of JSON that are values change`() throws {
    let masks = texts(
      try MaskScene.masks(
        of: [
          #"'{"name" : "Ada \"L\" \u00e9", "tags": ["x-ray", "b"], "age": 36, "on": true, "no": null}'"#,
          "'{not json: Ada Lovelace}'", "'\"Ada\"'",
        ],
        "json",
        type: "TEXT"
      )
    )
    #expect(
      masks[0].wholeMatch(
        of:
          /\{"name" : "[A-Z][a-z]{2} \\"[A-Z]\\" .", "tags": \["[a-z]-[a-z]{3}", "[a-z]"\], "age": 36, "on": true, "no": null\}/
      ) != nil
    )
    #expect(!masks[0].contains("Ada"))
    #expect(!masks[1].contains("Lovelace"))
    #expect(masks[2].wholeMatch(of: /"[A-Z][a-z]{2}"/) != nil)
  }

  @Test func `free text keeps its words and lines, and is not that of another key`() throws {
    let literals = ["'Dear Ada,' || char(10) || 'the 2 parcels are late. Ünal'"]
    let masks = texts(try MaskScene.masks(of: literals, "free-text"))
    #expect(
      masks[0].wholeMatch(
        of: /[A-Z][a-z]{3} [A-Z][a-z]{2},\n[a-z]{3} \d [a-z]{7} [a-z]{3} [a-z]{4}\. .[a-z]{3}/
      ) != nil
    )
    let other = texts(try MaskScene.masks(of: literals, "free-text", key: MaskScene.secondKey))
    #expect(masks != other)
    #expect(!masks[0].contains("parcels"))
  }

  @Test func `another key changes nearly all values of a large domain`() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let numbers = (0..<300).map { _ in Int.random(in: 100...1_000_000, using: &random) }
    for (mask, literals) in [
      ("text", numbers.map { "'Name \($0)'" }), ("email", numbers.map { "'u\($0)@mail.com'" }),
      ("phone", numbers.map { "'+49 30 \($0)'" }), ("number", numbers.map { "\($0)" }),
      ("blob", numbers.map { "CAST(\($0) AS BLOB)" }),
      ("free-text", numbers.map { "'note \($0)'" }),
      ("json", numbers.map { "'{\"n\":\"\($0)\"}'" }),
      ("date", numbers.map { "date('1800-01-01', '\($0 % 90_000) days')" }),
      ("date", numbers.map { "1000 * \($0)" }),
    ] {
      let first = try MaskScene.masks(of: literals, mask, type: "")
      let second = try MaskScene.masks(of: literals, mask, type: "", key: MaskScene.secondKey)
      let same = zip(first, second).count { $0 == $1 }
      #expect(same <= 3, "\(mask), seed \(TestSeed.current)")
    }
  }
}
