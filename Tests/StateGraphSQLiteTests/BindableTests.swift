import StateGraphSQLite
import Testing

@Suite struct BindableTests {
  let connection: Connection

  init() throws { connection = try .inMemory() }

  private func expectRoundTrip<T: Bindable & Equatable>(_ values: [T]) throws {
    for value in values {
      let stored = try #require(try connection.firstValue("SELECT \(value)"))
      #expect(stored.isIdentical(to: value.value))
      #expect(T(value: stored) == value)
    }
  }

  @Test func `every type comes back as it was bound`() throws {
    try expectRoundTrip([Int.min, -1, 0, 1, Int.max])
    try expectRoundTrip([Int64.min, 0, Int64.max])
    try expectRoundTrip([Int32.min, 0, Int32.max])
    try expectRoundTrip([true, false])
    try expectRoundTrip([
      0.0, -1.5, .pi, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ])
    try expectRoundTrip(["", "a", "a\0b", "e\u{301}", "😀", String(repeating: "x", count: 100_000)])
    try expectRoundTrip([[UInt8](), [0], [UInt8](0...255)])
    try expectRoundTrip([Int?.none, 5])
    try expectRoundTrip([String?.none, ""])
    try expectRoundTrip([SQLiteValue.null, .integer(1), .text("x")])
  }

  @Test func `negative zero keeps its sign`() throws {
    let stored = try #require(try connection.firstValue("SELECT \(-0.0)"))
    #expect(Double(value: stored)?.sign == .minus)
  }

  @Test func `a value that does not fit the type is nil and not truncated`() {
    #expect(Int32(value: .integer(Int64(Int32.max) + 1)) == nil)
    #expect(Int(value: .real(1)) == nil)
    #expect(Int(value: .text("1")) == nil)
    #expect(Int(value: .null) == nil)
    #expect(Bool(value: .integer(2)) == nil)
    #expect(Double(value: .integer(5)) == 5)
    #expect(Double(value: .integer((1 << 53) + 1)) == nil)
    #expect(String(value: .blob([97])) == nil)
    #expect([UInt8](value: .text("a")) == nil)
    #expect(Int?(value: .text("a")) == nil)
  }

  @Test func `not a number is stored as NULL, as SQLite says`() throws {
    #expect(try connection.firstValue("SELECT \(Double.nan)") == .null)
  }
}
