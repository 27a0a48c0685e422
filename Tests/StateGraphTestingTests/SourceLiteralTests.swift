import TestSupport
import Testing

@testable import StateGraphTesting

@Suite struct SourceLiteralTests {
  private func replaced(
    _ value: String,
    in source: String,
    line: Int = 1,
    by lines: [String]
  ) -> String? {
    SourceLiteral.find(value, in: source, line: line)?.source(with: lines)
  }

  private let quotes = "\"\"\""

  @Test func `the lines of a long literal are replaced with their indentation`() {
    let source = """
      func test() {
        db.expect("orders", where: "id > 1",
          \(quotes)
          id
            @a
          \(quotes)
        )
      }

      """
    let new = replaced("id\n  @a", in: source, line: 2, by: ["id", "@b", "", "@c"])
    #expect(
      new == """
        func test() {
          db.expect("orders", where: "id > 1",
            \(quotes)
            id
            @b

            @c
            \(quotes)
          )
        }

        """
    )
  }

  @Test func `a short literal becomes a long one`() {
    #expect(
      replaced("", in: "  try expectChanges(\"\") { f() }\n", by: ["+ a"])
        == "  try expectChanges(\(quotes)\n    + a\n    \(quotes)) { f() }\n"
    )
    #expect(replaced("", in: "f(\"\")", by: []) == "f(\(quotes)\n  \(quotes))")
  }

  @Test(arguments: [
    (#"f("a\"b")"#, #"a"b"#), (#"f("a\\nb")"#, #"a\nb"#), (#"f("a\nb\t")"#, "a\nb\t"),
    (##"f(#"a"b\"#)"##, #"a"b\"#), (##"f(#"a\#nb"#)"##, "a\nb"), (##"f(#"a\nb"#)"##, #"a\nb"#),
    ("f(/* ) */ \"x\")", "x"), ("f( // \"x\"\n \"y\")", "y"), ("f(g(\"a)\"), \"b\")", "b"),
    ("f(a, (b), c)\n", nil), ("f(a)\n\"x\"", nil), ("f(\"\\(x)\")", nil), ("f(\"\\u{e9}\")", nil),
    ("f(\"open\n\"x\")", "x"), ("f(\"\"\"\nnever closed", nil), ("", nil),
  ])
  func `the value of a literal is read as Swift reads it`(source: String, value: String?) {
    var scanner = LiteralScanner(source, line: 1)
    var values: [String] = []
    while let literal = scanner.next() { literal.value.map { values.append($0) } }
    #expect(values.last == value)
  }

  @Test func `a new value is escaped as its literal needs it`() {
    let lines = [#"a\b"#, "say \(quotes)"]
    #expect(
      replaced("x", in: "f(\"x\")", by: lines)
        == "f(\(quotes)\n  a\\\\b\n  say \\\(quotes)\n  \(quotes))"
    )
    let raw = replaced("x", in: "f(#\"x\"#)", by: lines)
    #expect(raw == "f(#\(quotes)\n  a\\#\\b\n  say \\#\(quotes)\n  \(quotes)#)")
    for source in ["f(\"x\")", "f(#\"x\"#)"] {
      let new = replaced("x", in: source, by: lines) ?? ""
      #expect(SourceLiteral.find(lines.joined(separator: "\n"), in: new, line: 1) != nil)
    }
  }

  @Test func `the difference of two files has three lines around the change`() {
    let lines = (1...9).map { "line \($0)\n" }
    let new = lines.map { $0 == "line 5\n" ? "five\nfünf\n" : $0 }
    #expect(
      SourceDifference(from: lines.joined(), to: new.joined()).patch(of: "Tests/A.swift") == """
        --- a/Tests/A.swift
        +++ b/Tests/A.swift
        @@ -2,7 +2,8 @@
         line 2
         line 3
         line 4
        -line 5
        +five
        +fünf
         line 6
         line 7
         line 8

        """
    )
    #expect(
      SourceDifference(from: "a\n", to: "b\n").patch(of: "A.swift").hasSuffix(
        "@@ -1,1 +1,1 @@\n-a\n+b\n"
      )
    )
  }
}
