import StateGraphFixtures
import StateGraphSQLite
import Testing

@Suite struct LabelFormTests {
  @Test func `the key of a label depends on the table and the label only`() {
    let ada = LabelForm.integer.key("ada", in: "customers")
    #expect(ada == LabelForm.integer.key("ada", in: "Customers"))
    #expect(ada != LabelForm.integer.key("ada", in: "authors"))
    #expect(ada != LabelForm.integer.key("Ada", in: "customers"))
  }

  @Test func `an integer key is positive and has at most 48 bits`() {
    for number in 0..<1_000 {
      guard case .integer(let key) = LabelForm.integer.key("\(number)", in: "t") else {
        Issue.record("no integer")
        return
      }
      #expect(key > 0 && key < 1 << 48)
    }
  }

  /// These keys are in the databases of users: a change would need a new format of the templates.
  @Test func `the keys of a label stay the same in later versions`() {
    #expect(LabelForm.integer.key("ada", in: "customers") == .integer(245_939_649_930_085))
    #expect(
      LabelForm.uuid.key("ada", in: "customers")
        == .text("dfae4978-6365-8f31-9bb6-fb4793ad7eda")
    )
  }

  @Test func `a UUID has version 8 and the variant of RFC 9562`() {
    guard case .text(let text) = LabelForm.uuid.key("ada", in: "customers"),
      case .blob(let bytes) = LabelForm.blob.key("ada", in: "customers")
    else {
      Issue.record("no UUID")
      return
    }
    let parts = text.split(separator: "-")
    #expect(parts.map(\.count) == [8, 4, 4, 4, 12])
    #expect(parts[2].first == "8")
    #expect(["8", "9", "a", "b"].contains(parts[3].first))
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(digits == parts.joined())
  }
}
