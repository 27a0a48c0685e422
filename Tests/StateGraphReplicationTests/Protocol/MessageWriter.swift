import StateGraphReplication

/// Encodes messages as the server does, by the tables of PostgreSQL's manual. It shares no code with
/// the decoder.
struct MessageWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(letter: Character) { bytes.append(letter.asciiValue ?? 0) }

  mutating func add(name: String) { bytes += Array(name.utf8) + [0] }

  mutating func add(row: [TupleValue]) {
    add(Int16(row.count))
    for value in row {
      switch value {
      case .null: add(letter: "n")
      case .unchanged: add(letter: "u")
      case .text(let text):
        add(letter: "t")
        add(Int32(text.count))
        bytes += text
      }
    }
  }

  static func bytes(of message: LogicalMessage) -> [UInt8] {
    var writer = MessageWriter()
    writer.add(message)
    return writer.bytes
  }

  private mutating func add(_ message: LogicalMessage) {
    switch message {
    case .begin(let final, let time, let transaction):
      add(letter: "B")
      add(final.rawValue)
      add(time)
      add(transaction)
    case .commit(let position, let end, let time):
      add(letter: "C")
      add(UInt8(0))
      add(position.rawValue)
      add(end.rawValue)
      add(time)
    case .origin(let position, let name):
      add(letter: "O")
      add(position.rawValue)
      add(name: name)
    case .type(let identifier, let schema, let name):
      add(letter: "Y")
      add(identifier)
      add(name: schema)
      add(name: name)
    case .relation(let relation): add(relation)
    case .change(let change): add(change)
    }
  }

  private mutating func add(_ relation: Relation) {
    add(letter: "R")
    add(relation.identifier)
    add(name: relation.schema == "pg_catalog" ? "" : relation.schema)
    add(name: relation.name)
    add(relation.replicaIdentity.rawValue)
    add(Int16(relation.columns.count))
    for column in relation.columns {
      add(UInt8(column.isKey ? 1 : 0))
      add(name: column.name)
      add(column.type)
      add(column.modifier)
    }
  }

  private mutating func add(_ change: RowChange) {
    switch change {
    case .insert(let relation, let new):
      add(letter: "I")
      add(relation.identifier)
      add(letter: "N")
      add(row: new)
    case .update(let relation, let old, let new):
      add(letter: "U")
      add(relation.identifier)
      if let old { add(old) }
      add(letter: "N")
      add(row: new)
    case .delete(let relation, let old):
      add(letter: "D")
      add(relation.identifier)
      add(old)
    case .truncate(let relations, let isCascading, let restartsIdentity):
      add(letter: "T")
      add(Int32(relations.count))
      add(UInt8((isCascading ? 1 : 0) + (restartsIdentity ? 2 : 0)))
      for relation in relations { add(relation.identifier) }
    }
  }

  private mutating func add(_ old: OldTuple) {
    add(letter: old.isWhole ? "O" : "K")
    add(row: old.values)
  }
}
