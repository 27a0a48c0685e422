import ImportTestSupport
import StateGraphImport
import StateGraphSQLite
import StateGraphTools
import Testing

@Suite("How wide a text is on a terminal")
struct DisplayTextTests {
  @Test(
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("한글", 4), ("😀", 2),
      ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("ﾊﾝｶｸ", 4), ("ＡＢ", 4), ("─", 1), ("…", 1), ("Ω", 1),
      ("ا", 1),
    ]
  )
  func `characters take the columns that Unicode gives them`(text: String, columns: Int) {
    #expect(TerminalWidth.columns(of: text) == columns)
  }

  @Test(
    arguments: [
      ("a\nb", "a\\nb"), ("\u{1B}[31mred", "\\u{1b}[31mred"), ("\u{202E}x", "\\u{202e}x"),
      ("a\u{85}b", "a\\u{85}b"), ("\u{0}", "\\u{0}"),
    ]
  )
  func `control characters are shown in escaped form`(text: String, shown: String) {
    let display = DisplayText(name: text)
    #expect(display.text == shown)
    #expect(display.width == shown.count)
  }

  @Test(arguments: [("abcdef", 4, "abc…"), ("日本語", 4, "日…"), ("日本語", 5, "日本…"), ("ab", 2, "ab")])
  func `a text is cut between characters`(text: String, limit: Int, cut: String) {
    let result = DisplayText(name: text).cut(to: limit)
    #expect(result.text == cut)
    #expect(result.width <= limit)
    #expect(TerminalWidth.columns(of: result.text) == result.width)
  }

  @Test(
    arguments: [
      ("a=1", "a", "integer"), (":a=-7", "a", "integer"), ("a=1.5", "a", "real"),
      ("a=007", "a", "text"), ("a='1'", "a", "text"), ("a=", "a", "text"), ("a=NULL", "a", "null"),
      ("a=b=c", "a", "text"), ("1=x", "1", "text"),
    ]
  )
  func `a parameter is a number only where it is written as one`(
    text: String,
    name: String,
    kind: String
  ) throws {
    let parameter = try #require(QueryParameter(text))
    #expect(parameter.name == name)
    #expect(parameter.value.storageClass == kind)
  }

  @Test(arguments: ["", "a", "=1", ":=1"])
  func `a parameter needs a name and a value`(text: String) {
    #expect(QueryParameter(text) == nil)
  }
}
