import StateGraphReplication
import StateGraphRows
import TestSupport
import Testing

@Suite struct ReplicatedColumnTests {
  static func conversion(_ type: ServerType, _ modifier: Int32 = -1) throws -> ReplicatedColumn {
    try ReplicatedColumn(
      server: type.rawValue,
      modifier: modifier,
      file: type.fileType,
      column: "orders.price"
    )
  }

  @Test(arguments: [
    (ServerType.boolean, "t", SQLiteValue.integer(1)), (.boolean, "f", .integer(0)),
    (.int2, "-32768", .integer(-32_768)), (.int4, "2147483647", .integer(2_147_483_647)),
    (.int8, "-9223372036854775808", .integer(.min)),
    (.float8, "0.1", .real(0.1)), (.float8, "Infinity", .real(.infinity)),
    (.float8, "-Infinity", .real(-.infinity)), (.float8, "5e-324", .real(.leastNonzeroMagnitude)),
    (.text, "é\u{301}\u{0}".replacing("\u{0}", with: ""), .text("é\u{301}")),
    (.text, "", .text("")),
    (.varchar, "x", .text("x")), (.json, "{ \"a\":1 }", .text("{ \"a\":1 }")),
    (.bytea, "\\x00ff", .blob([0, 255])), (.bytea, "\\x", .blob([])),
    (.timestamptz, "2026-03-01 09:30:00.25+00", .text("2026-03-01 09:30:00.25")),
    (.timestamptz, "0001-01-01 00:00:00+00", .text("0001-01-01 00:00:00")),
    (.numeric, "-12.50", .text("-12.50")), (.numeric, "0", .text("0")),
    (.uuid, "0123abcd-0000-7000-8000-00000000000f", .text("0123abcd-0000-7000-8000-00000000000f")),
  ])
  func `a value survives the way to the file and back`(
    type: ServerType,
    text: String,
    value: SQLiteValue
  ) throws {
    let conversion = try Self.conversion(type)
    #expect(try conversion.fileValue(Array(text.utf8)[...]) == value)
    let sent = try conversion.serverText(value)
    #expect(try conversion.fileValue((try #require(sent))[...]) == value)
    if type != .float8 { #expect(sent == Array(text.utf8)) }
  }

  @Test func `NULL is NULL`() throws {
    for type in ServerType.allCases {
      #expect(try Self.conversion(type).serverText(.null) == nil)
    }
  }

  @Test(arguments: [
    (ServerType.boolean, SQLiteValue.integer(2)), (.int2, .integer(32_768)),
    (.int4, .integer(-2_147_483_649)), (.float8, .real(.nan)), (.text, .text("a\u{0}b")),
    (.int8, .real(1)), (.int8, .text("1")), (.text, .integer(1)), (.bytea, .text("x")),
    (.float8, .integer(1)), (.uuid, .blob([1])),
  ])
  func `a value that the server cannot store is refused`(
    type: ServerType,
    value: SQLiteValue
  ) throws {
    let conversion = try Self.conversion(type)
    let error = #expect(throws: ReplicationError.self) { try conversion.serverText(value) }
    #expect(error?.code == .outOfRange)
  }

  @Test(arguments: [
    (ServerType.timestamptz, "2026-03-01T09:30:00"), (.timestamptz, "2026-03-01 09:30:00.250"),
    (.timestamptz, "2026-03-01 09:30:00.1234567"), (.timestamptz, "2026-02-29 00:00:00"),
    (.timestamptz, "0000-01-01 00:00:00"), (.timestamptz, "2026-01-01 24:00:00"),
    (.timestamptz, "infinity"), (.numeric, "01"), (.numeric, "-0"), (.numeric, "-0.0"),
    (.numeric, "1e5"), (.numeric, "1."), (.numeric, ".5"), (.numeric, "+1"), (.numeric, "NaN"),
    (.uuid, "0123ABCD-0000-7000-8000-00000000000F"), (.uuid, "0123abcd00007000800000000000000f"),
  ])
  func `a text that the server would change is refused`(type: ServerType, text: String) throws {
    let conversion = try Self.conversion(type)
    let error = #expect(throws: ReplicationError.self) { try conversion.serverText(.text(text)) }
    #expect(error?.code == .notCanonical && error?.description.contains(text) == false)
    #expect(error?.message.contains("orders.price") == true)
  }

  @Test(arguments: [
    (ServerType.float8, "NaN"), (.timestamptz, "infinity"),
    (.timestamptz, "0044-03-15 00:00:00+00 BC"),
    (.timestamptz, "12026-01-01 00:00:00+00"), (.numeric, "NaN"), (.numeric, "Infinity"),
  ])
  func `a value of the server that a file cannot store is refused`(
    type: ServerType,
    text: String
  ) throws {
    let conversion = try Self.conversion(type)
    let error = #expect(throws: ReplicationError.self) {
      try conversion.fileValue(Array(text.utf8)[...])
    }
    #expect(error?.code == .outOfRange)
  }

  @Test(arguments: [
    (ServerType.boolean, "true"), (.int2, "32768"), (.int8, "+1"), (.int8, ""), (.int8, "1 "),
    (.float8, "0x1p3"), (.float8, "1e999"), (.float8, "inf"), (.bytea, "ff"), (.bytea, "\\xf"),
    (.bytea, "\\xzz"), (.uuid, "x"),
  ])
  func `a text in another form than the type's is refused`(type: ServerType, text: String) throws {
    let conversion = try Self.conversion(type)
    let error = #expect(throws: ReplicationError.self) {
      try conversion.fileValue(Array(text.utf8)[...])
    }
    #expect(error?.code == .malformedMessage)
  }

  @Test func `text that is not UTF-8 is refused`() throws {
    let conversion = try Self.conversion(.text)
    let error = #expect(throws: ReplicationError.self) { try conversion.fileValue([0xC3]) }
    #expect(error?.code == .malformedMessage)
  }

  @Test func `a varchar counts characters as the server does`() throws {
    let conversion = try Self.conversion(.varchar, 4 + 2)
    #expect(try conversion.serverText(.text("éé")) == Array("éé".utf8))
    // "e" and a combining accent are two characters for the server.
    #expect(throws: ReplicationError.self) { try conversion.serverText(.text("e\u{301}e")) }
  }

  @Test func `a numeric with a scale expects its digits`() throws {
    let modifier = Int32(4 + (5 << 16 | 2))
    let conversion = try Self.conversion(.numeric, modifier)
    for text in ["1.50", "-999.99", "0.00"] {
      #expect(try conversion.serverText(.text(text)) == Array(text.utf8))
    }
    for text in ["1.5", "1", "1000.00", "-0.00"] {
      #expect(throws: ReplicationError.self, "\(text)") { try conversion.serverText(.text(text)) }
    }
  }

  @Test(arguments: [
    (UInt32(3_802), FileType.text), (1_114, .text), (700, .text), (1_042, .text), (16_386, .text),
    (20, .text), (25, .integer), (17, .text), (701, .integer), (2_950, .blob),
  ])
  func `a type without the same values in the file is refused`(type: UInt32, file: FileType) {
    let error = #expect(throws: ReplicationError.self) {
      try ReplicatedColumn(server: type, modifier: -1, file: file, column: "price")
    }
    #expect(error?.code == .unsupportedType)
    #expect(error?.message.contains("price") == true && error?.remedy.isEmpty == false)
  }

  @Test(arguments: TestSeed.seeds(3, includesCurrent: true))
  func `each number and each blob survives the text form`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (integers, reals) = (try Self.conversion(.int8), try Self.conversion(.float8))
    let blobs = try Self.conversion(.bytea)
    for _ in 0..<2_000 {
      let bits = UInt64.random(in: 0 ... .max, using: &random)
      let integer = SQLiteValue.integer(Int64(bitPattern: bits))
      #expect(try integers.fileValue(integers.serverText(integer).map { $0[...] } ?? []) == integer)
      let real = Double(bitPattern: bits)
      if !real.isNaN {
        let text = try #require(try reals.serverText(.real(real)))
        guard case .real(let again) = try reals.fileValue(text[...]) else { continue }
        #expect(again.bitPattern == real.bitPattern, "seed \(seed)")
      }
      let blob = SQLiteValue.blob((0..<Int(bits % 9)).map { UInt8(truncatingIfNeeded: bits >> $0) })
      #expect(try blobs.fileValue(blobs.serverText(blob).map { $0[...] } ?? []) == blob)
    }
  }
}
