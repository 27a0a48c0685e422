/// Decodes the messages of `pgoutput`. Keeps the relations that the server has described.
///
/// Any bytes either give a message or an error. Memory is bounded by the size of the message, apart
/// from the relations, whose number and size have limits.
package struct LogicalMessageDecoder: Sendable {
  /// The relations that the server has described, by their identifier.
  package private(set) var relations: [UInt32: Relation] = [:]
  private let limits: ReplicationLimits

  package init(limits: ReplicationLimits = ReplicationLimits()) { self.limits = limits }

  /// Decodes one message.
  ///
  /// - Throws: `.malformedMessage`, `.unknownRelation` or `.tooLarge`. The relations are then as
  ///   before.
  package mutating func decode(
    _ bytes: ArraySlice<UInt8>
  ) throws(ReplicationError) -> LogicalMessage {
    var reader = MessageReader(bytes)
    let message = try decode(&reader)
    try reader.expectEnd()
    if case .relation(let relation) = message {
      guard relations[relation.identifier] != nil || relations.count < limits.relations else {
        throw ReplicationError(
          .tooLarge,
          "The server described more than \(limits.relations) tables.",
          remedy: "Publish fewer tables."
        )
      }
      relations[relation.identifier] = relation
    }
    return message
  }

  private func decode(_ reader: inout MessageReader) throws(ReplicationError) -> LogicalMessage {
    let kind = try reader.byte("kind")
    switch kind {
    case UInt8(ascii: "B"):
      return .begin(
        final: try reader.logPosition("final position"),
        commitTime: try reader.integer(Int64.self, field: "commit time"),
        transaction: try reader.integer(UInt32.self, field: "transaction")
      )
    case UInt8(ascii: "C"):
      guard try reader.byte("flags") == 0 else { throw reader.malformed("unknown flags") }
      return .commit(
        position: try reader.logPosition("commit position"),
        end: try reader.logPosition("end position"),
        commitTime: try reader.integer(Int64.self, field: "commit time")
      )
    case UInt8(ascii: "O"):
      let position = try reader.logPosition("origin position")
      return .origin(
        position: position,
        name: try reader.name("origin", maximumBytes: limits.nameBytes * 4)
      )
    case UInt8(ascii: "Y"):
      return .type(
        identifier: try reader.integer(UInt32.self, field: "type"),
        schema: try reader.name("schema", maximumBytes: limits.nameBytes),
        name: try reader.name("type name", maximumBytes: limits.nameBytes)
      )
    case UInt8(ascii: "R"): return .relation(try relation(&reader))
    case UInt8(ascii: "I"): return .change(try insert(&reader))
    case UInt8(ascii: "U"): return .change(try update(&reader))
    case UInt8(ascii: "D"): return .change(try delete(&reader))
    case UInt8(ascii: "T"): return .change(try truncate(&reader))
    default: throw reader.malformed("the kind \(kind) of the message is unknown")
    }
  }

  private func relation(_ reader: inout MessageReader) throws(ReplicationError) -> Relation {
    let identifier = try reader.integer(UInt32.self, field: "relation")
    let schema = try reader.name("schema", maximumBytes: limits.nameBytes)
    let name = try reader.name("relation name", maximumBytes: limits.nameBytes)
    guard let identity = Relation.ReplicaIdentity(rawValue: try reader.byte("replica identity"))
    else { throw reader.malformed("the replica identity is unknown") }
    let count = try columnCount(&reader)
    var columns: [RelationColumn] = []
    for _ in 0..<count {
      let flags = try reader.byte("column flags")
      guard flags <= 1 else { throw reader.malformed("unknown flags of a column") }
      columns.append(
        RelationColumn(
          name: try reader.name("column name", maximumBytes: limits.nameBytes),
          isKey: flags == 1,
          type: try reader.integer(UInt32.self, field: "column type"),
          modifier: try reader.integer(Int32.self, field: "type modifier")
        )
      )
    }
    // The manual calls the empty name pg_catalog.
    return Relation(
      identifier: identifier,
      schema: schema.isEmpty ? "pg_catalog" : schema,
      name: name,
      replicaIdentity: identity,
      columns: columns
    )
  }

  private func columnCount(_ reader: inout MessageReader) throws(ReplicationError) -> Int {
    let count = try reader.count(Int16.self, field: "number of columns")
    guard count <= limits.columns else {
      throw ReplicationError(
        .tooLarge,
        "The server sent a row of \(count) columns. The limit is \(limits.columns)."
      )
    }
    return count
  }
}

// MARK: - Rows

extension LogicalMessageDecoder {
  private func known(_ reader: inout MessageReader) throws(ReplicationError) -> Relation {
    let identifier = try reader.integer(UInt32.self, field: "relation")
    guard let relation = relations[identifier] else {
      throw ReplicationError(
        .unknownRelation,
        "The server sent a change of the relation \(identifier), which it has not described."
      )
    }
    return relation
  }

  private func insert(_ reader: inout MessageReader) throws(ReplicationError) -> RowChange {
    let relation = try known(&reader)
    guard try reader.byte("kind of row") == UInt8(ascii: "N") else {
      throw reader.malformed("an INSERT has no new row")
    }
    return .insert(relation, new: try values(&reader, of: relation))
  }

  private func update(_ reader: inout MessageReader) throws(ReplicationError) -> RowChange {
    let relation = try known(&reader)
    var kind = try reader.byte("kind of row")
    var old: OldTuple?
    if kind != UInt8(ascii: "N") {
      old = try oldTuple(&reader, kind: kind, of: relation)
      kind = try reader.byte("kind of row")
    }
    guard kind == UInt8(ascii: "N") else { throw reader.malformed("an UPDATE has no new row") }
    return .update(relation, old: old, new: try values(&reader, of: relation))
  }

  private func delete(_ reader: inout MessageReader) throws(ReplicationError) -> RowChange {
    let relation = try known(&reader)
    let kind = try reader.byte("kind of row")
    return .delete(relation, old: try oldTuple(&reader, kind: kind, of: relation))
  }

  private func truncate(_ reader: inout MessageReader) throws(ReplicationError) -> RowChange {
    let count = try reader.count(Int32.self, field: "number of relations")
    let options = try reader.byte("options")
    guard options <= 3 else { throw reader.malformed("unknown options of a TRUNCATE") }
    guard count * 4 == reader.remaining else {
      throw reader.malformed("the number of relations does not fit the message")
    }
    var truncated: [Relation] = []
    for _ in 0..<count { truncated.append(try known(&reader)) }
    return .truncate(
      truncated,
      isCascading: options & 1 != 0,
      restartsIdentity: options & 2 != 0
    )
  }

  private func oldTuple(
    _ reader: inout MessageReader,
    kind: UInt8,
    of relation: Relation
  ) throws(ReplicationError) -> OldTuple {
    guard kind == UInt8(ascii: "K") || kind == UInt8(ascii: "O") else {
      throw reader.malformed("the kind \(kind) of a row is unknown")
    }
    return OldTuple(
      isWhole: kind == UInt8(ascii: "O"),
      values: try values(&reader, of: relation)
    )
  }

  private func values(
    _ reader: inout MessageReader,
    of relation: Relation
  ) throws(ReplicationError) -> [TupleValue] {
    let count = try columnCount(&reader)
    guard count == relation.columns.count else {
      throw reader.malformed("a row has \(count) columns, not \(relation.columns.count)")
    }
    var values: [TupleValue] = []
    values.reserveCapacity(count)
    for _ in 0..<count {
      switch try reader.byte("kind of value") {
      case UInt8(ascii: "n"): values.append(.null)
      case UInt8(ascii: "u"): values.append(.unchanged)
      case UInt8(ascii: "t"):
        let size = try reader.count(Int32.self, field: "length of a value")
        guard size <= limits.valueBytes else {
          throw ReplicationError(
            .tooLarge,
            "The server sent a value of \(size) bytes. The limit is \(limits.valueBytes)."
          )
        }
        values.append(.text(try reader.slice(size, field: "value")))
      default: throw reader.malformed("the kind of a value is unknown")
      }
    }
    return values
  }
}
