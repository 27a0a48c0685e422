import StateGraphReplication
import TestSupport
import Testing

@Suite struct LogicalMessageDecoderTests {
  @Test(arguments: TestSeed.seeds(20, includesCurrent: true))
  func `each message that the server can send is decoded to the same value`(seed: UInt64) throws {
    var messages = RandomMessages(seed: seed)
    var decoder = LogicalMessageDecoder()
    for number in 0..<500 {
      let message = messages.next()
      let decoded = try decoder.decode(MessageWriter.bytes(of: message)[...])
      #expect(decoded == message, "message \(number), seed \(seed)")
    }
  }

  @Test(arguments: TestSeed.seeds(5, includesCurrent: true))
  func `each part of a message is refused, and changes no relation`(seed: UInt64) throws {
    var messages = RandomMessages(seed: seed)
    var decoder = LogicalMessageDecoder()
    for _ in 0..<100 {
      let bytes = MessageWriter.bytes(of: messages.next())
      let relations = decoder.relations
      for count in 0..<bytes.count {
        let error = #expect(throws: ReplicationError.self) {
          try decoder.decode(bytes.prefix(count))
        }
        #expect(error?.code == .malformedMessage, "\(count) of \(bytes), seed \(seed)")
      }
      #expect(decoder.relations == relations)
      #expect(throws: ReplicationError.self) { try decoder.decode((bytes + [0])[...]) }
      _ = try decoder.decode(bytes[...])
    }
  }

  @Test(arguments: TestSeed.seeds(5, includesCurrent: true))
  func `random bytes give a message or a typed error`(seed: UInt64) throws {
    var messages = RandomMessages(seed: seed)
    var decoder = LogicalMessageDecoder()
    for _ in 0..<2_000 {
      var bytes = MessageWriter.bytes(of: messages.next())
      for _ in 0..<Int.random(in: 0...3, using: &messages.random) {
        bytes[Int.random(in: 0..<bytes.count, using: &messages.random)] =
          .random(in: 0...255, using: &messages.random)
      }
      do {
        let message = try decoder.decode(bytes[...])
        // A message that is accepted has one encoding, apart from the name of pg_catalog.
        #expect(MessageWriter.bytes(of: message).count <= bytes.count + 10, "seed \(seed)")
      } catch {
        #expect(
          [.malformedMessage, .unknownRelation, .tooLarge].contains(error.code),
          "seed \(seed)"
        )
      }
    }
  }

  private static let users = Relation(
    identifier: 7,
    schema: "public",
    name: "users",
    replicaIdentity: .primaryKey,
    columns: [
      RelationColumn(name: "id", isKey: true, type: 25, modifier: -1),
      RelationColumn(name: "name", isKey: false, type: 25, modifier: -1),
    ]
  )

  private static func decoder(
    _ limits: ReplicationLimits = ReplicationLimits()
  ) throws -> LogicalMessageDecoder {
    var decoder = LogicalMessageDecoder(limits: limits)
    _ = try decoder.decode(MessageWriter.bytes(of: .relation(users))[...])
    return decoder
  }

  /// Returns the code of the error that the bytes after the relation cause.
  private static func code(
    _ limits: ReplicationLimits = ReplicationLimits(),
    _ write: (inout MessageWriter) -> Void
  ) throws -> ReplicationError.Code? {
    var writer = MessageWriter()
    write(&writer)
    var decoder = try decoder(limits)
    do {
      _ = try decoder.decode(writer.bytes[...])
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `a change of a relation that was not described is refused`() throws {
    let code = try Self.code { writer in
      writer.add(letter: "I")
      writer.add(UInt32(8))
      writer.add(letter: "N")
      writer.add(row: [.null, .null])
    }
    #expect(code == .unknownRelation)
  }

  @Test func `a row with another number of columns than its relation is refused`() throws {
    for count in [0, 1, 3] {
      let code = try Self.code { writer in
        writer.add(letter: "I")
        writer.add(UInt32(7))
        writer.add(letter: "N")
        writer.add(row: Array(repeating: .null, count: count))
      }
      #expect(code == .malformedMessage)
    }
  }

  @Test func `a length of a billion bytes in a short message is refused without an allocation`()
    throws
  {
    var limits = ReplicationLimits()
    for (limit, expected) in [(1_000, ReplicationError.Code.tooLarge), (.max, .malformedMessage)] {
      limits.valueBytes = limit
      let code = try Self.code(limits) { writer in
        writer.add(letter: "I")
        writer.add(UInt32(7))
        writer.add(letter: "N")
        writer.add(Int16(2))
        writer.add(letter: "t")
        writer.add(Int32(1_000_000_000))
      }
      #expect(code == expected)
    }
  }

  @Test func `a negative length, a value in binary form and an unknown kind are refused`() throws {
    let length = try Self.code { writer in
      writer.add(letter: "I")
      writer.add(UInt32(7))
      writer.add(letter: "N")
      writer.add(Int16(2))
      writer.add(letter: "t")
      writer.add(Int32(-1))
    }
    let binary = try Self.code { writer in
      writer.add(letter: "I")
      writer.add(UInt32(7))
      writer.add(letter: "N")
      writer.add(Int16(2))
      writer.add(letter: "b")
      writer.add(Int32(0))
    }
    let kind = try Self.code { $0.add(letter: "Z") }
    #expect([length, binary, kind] == Array(repeating: .malformedMessage, count: 3))
  }

  @Test func `a TRUNCATE of more relations than its message has is refused`() throws {
    let code = try Self.code { writer in
      writer.add(letter: "T")
      writer.add(Int32.max)
      writer.add(UInt8(0))
      writer.add(UInt32(7))
    }
    #expect(code == .malformedMessage)
  }

  @Test func `a server cannot describe relations, columns and names without end`() throws {
    var limits = ReplicationLimits()
    (limits.relations, limits.columns, limits.nameBytes) = (1, 3, 6)
    var decoder = try Self.decoder(limits)
    func code(_ identifier: UInt32, _ name: String, columns: Int) -> ReplicationError.Code? {
      let column = RelationColumn(name: "c", isKey: false, type: 25, modifier: -1)
      let relation = Relation(
        identifier: identifier,
        schema: "public",
        name: name,
        replicaIdentity: .full,
        columns: Array(repeating: column, count: columns)
      )
      do {
        _ = try decoder.decode(MessageWriter.bytes(of: .relation(relation))[...])
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(7, "again", columns: 3) == nil)
    #expect(code(8, "next", columns: 3) == .tooLarge)
    #expect(code(7, "again", columns: 4) == .tooLarge)
    #expect(code(7, "too_long", columns: 1) == .tooLarge)
    #expect(decoder.relations.count == 1)
  }

  @Test func `a later description of a relation replaces the earlier one`() throws {
    var decoder = try Self.decoder()
    let wider = Relation(
      identifier: 7,
      schema: "public",
      name: "users",
      replicaIdentity: .full,
      columns: Self.users.columns + [
        RelationColumn(name: "age", isKey: false, type: 20, modifier: -1)
      ]
    )
    _ = try decoder.decode(MessageWriter.bytes(of: .relation(wider))[...])
    let change = LogicalMessage.change(.insert(wider, new: [.null, .null, .null]))
    #expect(try decoder.decode(MessageWriter.bytes(of: change)[...]) == change)
  }
}
