import StateGraphSQLite
import Testing

@Suite struct SQLTokenizerTests {
  private func areSame(_ one: String, _ other: String) -> Bool {
    let (ours, theirs) = (Array(SQLTokenizer(one)), Array(SQLTokenizer(other)))
    return ours.count == theirs.count && zip(ours, theirs).allSatisfy { $0.isSame(as: $1) }
  }

  @Test(arguments: [
    ("CREATE TABLE t (a, b)", "create  table \"T\"(\n[a],`b`) -- two columns"),
    ("main.t", "\"main\".\"t\""), ("SELECT 1/*one*/+2", "SELECT 1 + 2"), ("a\r\nb", "a b"),
    ("\"a\"\"b\"", "`a\"b`"), ("'it''s'", "'it''s'"), ("a$1", "A$1"), ("x -- end", "x"),
  ])
  func `blanks, comments, case and the quotes of names make no difference`(
    one: String,
    other: String
  ) {
    #expect(areSame(one, other))
  }

  @Test(arguments: [
    ("'a'", "'A'"), ("'a'", "a"), ("a b", "ab"), ("a-b", "a--b"), ("[a]]b]", "\"a]b\""),
    ("'a", "'a'b"), ("/*/ a", "a"), ("é", "e\u{301}"), ("\"(\"", "("), ("É", "é"),
  ])
  func `strings, symbols and other names make a difference`(one: String, other: String) {
    #expect(!areSame(one, other))
  }

  @Test(arguments: ["'", "\"", "[", "`", "/*", "--", "-", "/", "", "'''", "/**", "[]]"])
  func `a text that ends early has an end`(sql: String) {
    #expect(Array(SQLTokenizer(sql)).count <= 2)
  }
}
