import StateGraphReplication
import Testing

@Suite struct ServerNameTests {
  @Test func `a name is quoted, with its quotes doubled`() throws {
    #expect(try ServerName("a\"b; DROP").quoted == "\"a\"\"b; DROP\"")
    #expect(try ServerTable(schema: "S", name: "t").quoted == "\"S\".\"t\"")
  }

  @Test func `a text is a literal, whatever the server's settings are`() {
    #expect(ServerName.literal("it's") == "'it''s'")
    #expect(ServerName.literal("a\\b'") == " E'a\\\\b'''")
  }

  @Test func `a quote with an accent is doubled, too`() throws {
    let (quote, apostrophe) = ("\"\u{301}", "'\u{301}")
    #expect(
      try ServerName("a\(quote)b").quoted.unicodeScalars.elementsEqual(
        "\"a\"\"\u{301}b\"".unicodeScalars
      )
    )
    let literal = ServerName.literal("a\(apostrophe)b\\\u{301}")
    #expect(literal.unicodeScalars.elementsEqual(" E'a''\u{301}b\\\\\u{301}'".unicodeScalars))
  }

  @Test(arguments: [
    "", "a\u{0}b", String(repeating: "a", count: 64), String(repeating: "é", count: 32),
  ])
  func `a name that the server would change is refused`(name: String) {
    let error = #expect(throws: ReplicationError.self) { try ServerName(name) }
    #expect(error?.code == .invalidName && error?.remedy.isEmpty == false)
  }

  @Test func `a name of 63 bytes is the longest`() throws {
    #expect(try ServerName(String(repeating: "é", count: 31) + "a").text.utf8.count == 63)
  }

  @Test(arguments: ["", "A", "a-b", "a\"b", "é", String(repeating: "s", count: 64)])
  func `another name cannot be the name of a slot`(name: String) {
    #expect(throws: ReplicationError.self) { try SlotName(name) }
  }
}
