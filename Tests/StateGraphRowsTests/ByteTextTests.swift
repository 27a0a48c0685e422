import StateGraphRows
import Testing

@Suite struct ByteTextTests {
  static let composed: ByteText = "caf\u{e9}"
  static let decomposed: ByteText = "cafe\u{301}"

  @Test func `two forms of one character are two texts`() {
    #expect(Self.composed.string == Self.decomposed.string)
    #expect(Self.composed != Self.decomposed)
    #expect(Set([Self.composed, Self.decomposed, Self.composed]).count == 2)
    let names: [ByteText: Int] = [Self.composed: 1, Self.decomposed: 2]
    #expect(names[Self.composed] == 1)
    #expect(names[Self.decomposed] == 2)
  }

  @Test(arguments: [
    ("", "\0"), ("a\0", "a\0b"), ("\u{212a}", "K"), ("\u{2126}", "\u{3a9}"), ("A", "a"),
    ("\u{1e0b}\u{323}", "\u{1e0d}\u{307}"), ("\u{fffd}", "\u{ffff}"),
  ])
  func `texts with other bytes are other texts`(left: String, right: String) {
    #expect(ByteText(left) != ByteText(right))
    #expect(Set([ByteText(left), ByteText(right)]).count == 2)
    #expect((ByteText(left) < ByteText(right)) != (ByteText(right) < ByteText(left)))
  }

  @Test func `equal bytes are equal however the string is stored`() {
    let long = String(repeating: "e\u{301}", count: 300_000)
    let copy = String(decoding: Array(long.utf8), as: UTF8.self)
    #expect(ByteText(long) == ByteText(copy))
    #expect(ByteText(long).hashValue == ByteText(copy).hashValue)
    #expect(ByteText(long) != ByteText(copy + "\0"))
    #expect(ByteText(String("xa\u{e9}".dropFirst())) == ByteText("a\u{e9}"))
  }

  @Test func `the order is that of the bytes`() {
    let texts: [ByteText] = ["\u{e9}", "e\u{301}", "f", "e", "", "E", "\u{10000}", "\u{ffff}"]
    let expected = texts.sorted { Array($0.string.utf8).lexicographicallyPrecedes($1.string.utf8) }
    #expect(texts.sorted() == expected)
    #expect(texts.sorted().first == "")
  }

  @Test func `a folded name ignores the case of ASCII letters only`() {
    #expect(ByteText(foldingCaseOf: "Caf\u{c9}") == "caf\u{c9}")
    #expect(ByteText(foldingCaseOf: "Caf\u{c9}") != ByteText(foldingCaseOf: "caf\u{e9}"))
    #expect(ByteText(foldingCaseOf: "\u{212a}EY") != ByteText(foldingCaseOf: "key"))
    #expect(ByteText(foldingCaseOf: "@[`{") == "@[`{")
  }

  @Test func `parts are found by their bytes`() {
    #expect(Self.decomposed.hasPrefix("cafe"))
    #expect(!Self.composed.hasPrefix("cafe"))
    #expect(!Self.decomposed.hasSuffix("\u{e9}"))
    #expect(Self.decomposed.hasSuffix("\u{301}"))
    #expect(!Self.decomposed.contains("\u{e9}"))
    #expect(Self.decomposed.contains("e\u{301}"))
    #expect(ByteText("").contains("") && ByteText("").hasPrefix("") && ByteText("").hasSuffix(""))
    #expect(!ByteText("").contains("a"))
    #expect(ByteText("a\0b").contains("\0b"))
    #expect(ByteText("/\u{301}x").hasPrefix("/"))
  }

  @Test func `lists of names are compared by their bytes`() {
    #expect(["a", "\u{e9}"] == ["a", "e\u{301}"])
    #expect(!["a", "\u{e9}"].haveSameBytes(as: ["a", "e\u{301}"]))
    #expect(["a", "\u{e9}"].haveSameBytes(as: ["a", "\u{e9}"]))
    #expect(!["a"].haveSameBytes(as: ["a", "b"]))
    #expect(!["\u{e9}"].containsBytes(of: "e\u{301}"))
    #expect(["x", "e\u{301}"].containsBytes(of: "e\u{301}"))
  }

  @Test func `a schema whose names have other bytes is another schema`() {
    func table(_ name: String) -> TableSchema {
      var table = TableSchema(
        name: "t",
        columns: [column(name)],
        primaryKey: [name],
        hasRowID: true
      )
      table.indexes = [
        IndexSchema(
          name: "i",
          columns: [name],
          isUnique: false,
          isPartial: false,
          isImplicit: false
        )
      ]
      return table
    }
    func column(_ name: String, default value: String? = nil) -> ColumnSchema {
      var column = ColumnSchema(name: name, declaredType: "TEXT", affinity: .text)
      column.defaultSQL = value
      return column
    }
    #expect(table("\u{e9}") == table("\u{e9}"))
    #expect(table("\u{e9}") != table("e\u{301}"))
    // A table whose column was renamed differs in more: its key, its index, its SQL.
    #expect(column("\u{e9}") == column("\u{e9}"))
    #expect(column("\u{e9}") != column("e\u{301}"))
    #expect(column("a", default: "'\u{e9}'") != column("a", default: "'e\u{301}'"))
    #expect(column("a", default: "'\u{e9}'") == column("a", default: "'\u{e9}'"))
  }
}
