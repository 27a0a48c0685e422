import StateGraphReplication
import Testing

/// Messages that a PostgreSQL 15.18 sent, as hexadecimal text.
@Suite struct CapturedMessageTests {
  private static let items = Relation(
    identifier: 16_389,
    schema: "public",
    name: "items",
    replicaIdentity: .primaryKey,
    columns: [
      RelationColumn(name: "id", isKey: true, type: 25, modifier: -1),
      RelationColumn(name: "amount", isKey: false, type: 23, modifier: -1),
      RelationColumn(name: "Größe", isKey: false, type: 701, modifier: -1),
      RelationColumn(name: "big", isKey: false, type: 25, modifier: -1),
      RelationColumn(name: "flags", isKey: false, type: 16, modifier: -1),
      RelationColumn(name: "data", isKey: false, type: 17, modifier: -1),
      RelationColumn(name: "mood", isKey: false, type: 16_386, modifier: -1),
    ]
  )
  private static let itemsBytes =
    "52000040057075626c6963006974656d73006400070169640000000019ffffffff00616d6f756e7400000000"
    + "17ffffffff004772c3b6c39f6500000002bdffffffff006269670000000019ffffffff00666c616773000000"
    + "0010ffffffff00646174610000000011ffffffff006d6f6f640000004002ffffffff"
  private static let notes = Relation(
    identifier: 16_397,
    schema: "public",
    name: "notes",
    replicaIdentity: .primaryKey,
    columns: [
      RelationColumn(name: "id", isKey: true, type: 20, modifier: -1),
      RelationColumn(name: "body", isKey: false, type: 1_043, modifier: 24),
    ]
  )
  private static let notesBytes =
    "520000400d7075626c6963006e6f746573006400020169640000000014ffffffff00626f6479000000041300"
    + "000018"
  private static let whole = Relation(
    identifier: 16_402,
    schema: "public",
    name: "whole",
    replicaIdentity: .full,
    columns: [
      RelationColumn(name: "id", isKey: true, type: 25, modifier: -1),
      RelationColumn(name: "n", isKey: true, type: 23, modifier: -1),
    ]
  )

  private static func text(_ text: String) -> TupleValue { .text(Array(text.utf8)[...]) }

  private static func position(_ text: String) -> LogPosition { LogPosition(text) ?? .zero }

  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal.utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
  }

  /// Decodes messages one after the other, and returns the last one.
  private static func decode(_ messages: String...) throws -> LogicalMessage? {
    var decoder = LogicalMessageDecoder()
    return try messages.map { try decoder.decode(bytes($0)[...]) }.last
  }

  @Test func `the begin and the end of a transaction`() throws {
    #expect(
      try Self.decode("42000000000192dd200003042829b76f67000002dc")
        == .begin(
          final: Self.position("0/192DD20"),
          commitTime: 0x0003_0428_29b7_6f67,
          transaction: 732
        )
    )
    #expect(
      try Self.decode("4300000000000192dd20000000000192dd500003042829b76f67")
        == .commit(
          position: Self.position("0/192DD20"),
          end: Self.position("0/192DD50"),
          commitTime: 0x0003_0428_29b7_6f67
        )
    )
  }

  @Test func `an origin`() throws {
    #expect(
      try Self.decode("4f0000000000aabbcc6561737400")
        == .origin(position: Self.position("0/AABBCC"), name: "east")
    )
  }

  @Test func `a type and a relation with names that are not ASCII`() throws {
    #expect(
      try Self.decode("59000040027075626c6963006d6f6f6400")
        == .type(identifier: 16_386, schema: "public", name: "mood")
    )
    #expect(try Self.decode(Self.itemsBytes) == .relation(Self.items))
  }

  @Test func `an INSERT with NULL and NaN`() throws {
    let insert = try Self.decode(
      Self.itemsBytes,
      "49000040054e00077400000002c3a96e74000000034e614e6e6e74000000025c786e"
    )
    let row = [
      Self.text("é"), .null, Self.text("NaN"), .null, .null, Self.text("\\x"), .null,
    ]
    #expect(insert == .change(.insert(Self.items, new: row)))
  }

  @Test func `an UPDATE that leaves a large value unchanged`() throws {
    let update = try Self.decode(
      Self.itemsBytes,
      "55000040054e00077400000001617400000001327400000003302e357574000000016674000000065c783030"
        + "66667400000003736164"
    )
    let row = [
      Self.text("a"), Self.text("2"), Self.text("0.5"), .unchanged, Self.text("f"),
      Self.text("\\x00ff"), Self.text("sad"),
    ]
    #expect(update == .change(.update(Self.items, old: nil, new: row)))
  }

  @Test func `an UPDATE of a key`() throws {
    let update = try Self.decode(
      Self.itemsBytes,
      "55000040054b00077400000001616e6e6e6e6e6e4e00077400000001627400000001327400000003302e3575"
        + "74000000016674000000065c78303066667400000003736164"
    )
    let old = OldTuple(
      isWhole: false,
      values: [Self.text("a")] + Array(repeating: .null, count: 6)
    )
    let row = [
      Self.text("b"), Self.text("2"), Self.text("0.5"), .unchanged, Self.text("f"),
      Self.text("\\x00ff"), Self.text("sad"),
    ]
    #expect(update == .change(.update(Self.items, old: old, new: row)))
  }

  @Test func `an UPDATE and a DELETE with whole old rows`() throws {
    let relation =
      "52000040127075626c69630077686f6c65006600020169640000000019ffffffff016e00000000"
      + "17ffffffff"
    let update = try Self.decode(
      relation,
      "55000040124f00027400000001777400000001314e0002740000000177740000000132"
    )
    let old = OldTuple(isWhole: true, values: [Self.text("w"), Self.text("1")])
    #expect(
      update == .change(.update(Self.whole, old: old, new: [Self.text("w"), Self.text("2")]))
    )
    let delete = try Self.decode(relation, "44000040124f0002740000000177740000000132")
    let deleted = OldTuple(isWhole: true, values: [Self.text("w"), Self.text("2")])
    #expect(delete == .change(.delete(Self.whole, old: deleted)))
  }

  @Test func `a DELETE with its key`() throws {
    let delete = try Self.decode(
      Self.itemsBytes,
      "44000040054b00077400000001626e6e6e6e6e6e"
    )
    let old = OldTuple(
      isWhole: false,
      values: [Self.text("b")] + Array(repeating: .null, count: 6)
    )
    #expect(delete == .change(.delete(Self.items, old: old)))
  }

  @Test func `a TRUNCATE of two tables that restarts their sequences`() throws {
    let truncate = try Self.decode(
      Self.itemsBytes,
      Self.notesBytes,
      "540000000202000040050000400d"
    )
    #expect(
      truncate
        == .change(
          .truncate([Self.items, Self.notes], isCascading: false, restartsIdentity: true)
        )
    )
  }
}
