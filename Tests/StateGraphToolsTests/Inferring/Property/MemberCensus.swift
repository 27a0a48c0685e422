import Foundation
import StateGraphFormats
import StateGraphSQLite

/// How often each member has each scalar, in an input or in a database.
///
/// A record that shares its identifier with another one is stored once for all of them, so the
/// census of an input counts only the other records. Foundation reads the JSON text in columns.
struct MemberCensus {
  private struct Entry: Hashable {
    /// The member in snake case, or empty for the elements of arrays, which can have other columns.
    let member: Data
    let scalar: Data

    init(_ member: String, _ scalar: String) {
      (self.member, self.scalar) = (Data(member.utf8), Data(scalar.utf8))
    }
  }

  private var counts: [Entry: Int] = [:]
  /// The members, in snake case, that are arrays in some record of an input. In other records, their
  /// single value is the only element.
  private var arrays: Set<Data> = []

  /// Returns the first scalar that occurs less often in the database than in the input.
  func missing(from database: MemberCensus) -> String? {
    for (entry, count) in counts {
      let found = database.counts[entry] ?? 0
      guard found < count else { continue }
      let scalar = String(decoding: entry.scalar, as: UTF8.self)
      let member = String(decoding: entry.member, as: UTF8.self)
      return "the scalar \(scalar) of \(member) is in the file \(found) of \(count) times"
    }
    return nil
  }

  private mutating func add(_ member: String, _ scalar: String) {
    counts[Entry(member, Self.number(in: scalar)), default: 0] += 1
  }

  /// The number or the boolean that a text describes, because a column can store it as a text.
  private static func number(in scalar: String) -> String {
    guard scalar.hasPrefix("t") else { return scalar }
    let text = String(scalar.dropFirst())
    if text == "true" || text == "false" { return ScalarCensus.text(of: .boolean(text == "true")) }
    if let integer = Int64(text) { return ScalarCensus.text(of: .integer(integer)) }
    if let real = Double(text) { return ScalarCensus.text(of: .real(real)) }
    return scalar
  }
}

// MARK: - Inputs

extension MemberCensus {
  /// Counts the scalars of records, except those of members with a name in `excused`.
  init(_ records: [GeneratedRecord], excusing excused: (String) -> Bool) {
    var mentions: [Entry: Int] = [:]
    for record in records { note(.object(record.members), &mentions) }
    for record in records { add(record.members, mentions, excused, isNested: false) }
  }

  /// The identifiers that an object can have.
  private static func identifiers(_ members: [InputMember]) -> [Entry] {
    members.compactMap { member in
      let name = FoldedName.snakeCase(member.name)
      let names = ["id", "uuid", "guid", "code", "key", "slug"]
      guard member.value.isScalar, names.contains(name) || name.hasSuffix("_id") else { return nil }
      return Entry(name, number(in: ScalarCensus.text(of: member.value)))
    }
  }

  private mutating func note(_ value: InputValue, _ mentions: inout [Entry: Int]) {
    switch value {
    case .list(let elements): for element in elements { note(element, &mentions) }
    case .object(let members):
      for identifier in Self.identifiers(members) { mentions[identifier, default: 0] += 1 }
      for member in members {
        if case .list = member.value { arrays.insert(Self.column(of: member)) }
        note(member.value, &mentions)
      }
    default: break
    }
  }

  private static func column(of member: InputMember) -> Data {
    Data(FoldedName.snakeCase(member.name).utf8)
  }

  private mutating func add(
    _ members: [InputMember],
    _ mentions: [Entry: Int],
    _ excused: (String) -> Bool,
    isNested: Bool = true
  ) {
    let identifiers = Self.identifiers(members)
    if identifiers.contains(where: { mentions[$0] != 1 }) { return }
    for member in members where !excused(member.name) {
      if isNested, !Self.identifiers([member]).isEmpty {
        // An object that describes no row can be only a reference, in a column with another name.
        add("", ScalarCensus.text(of: member.value))
      } else if member.value.isScalar, !arrays.contains(Self.column(of: member)) {
        add(FoldedName.snakeCase(member.name), ScalarCensus.text(of: member.value))
      } else {
        add(elementsOf: member.value, mentions, excused)
      }
    }
  }

  private mutating func add(
    elementsOf value: InputValue,
    _ mentions: [Entry: Int],
    _ excused: (String) -> Bool
  ) {
    switch value {
    case .null: break
    case .object(let members): add(members, mentions, excused)
    case .list(let elements):
      for element in elements { add(elementsOf: element, mentions, excused) }
    default: add("", ScalarCensus.text(of: value))
    }
  }
}

// MARK: - Databases

extension MemberCensus {
  /// Counts the scalars in all tables of a database.
  init(_ connection: Connection) throws {
    for table in try SchemaReader(connection).tables() {
      let names = table.columns.map(\.name)
      for row in try connection.rows("SELECT * FROM \(table: table.name)") {
        for (name, value) in zip(names, row.values) { add(value, of: name) }
      }
    }
  }

  private mutating func add(_ value: SQLiteValue, of column: String) {
    switch value {
    case .null, .blob: break
    case .integer(let integer): found(ScalarCensus.text(of: .integer(integer)), column)
    case .real(let real): found(ScalarCensus.text(of: .real(real)), column)
    case .text(let text):
      found("t" + text, column)
      guard let parsed = try? JSONSerialization.jsonObject(with: Data(text.utf8)) else { return }
      add(parsed: parsed, of: column)
    }
  }

  private mutating func found(_ scalar: String, _ name: String) {
    add("", scalar)
    add(FoldedName.snakeCase(name), scalar)
    // A join table stores the index of an element as `position`.
    if name == "position_value" { add("position", scalar) }
    if name.hasSuffix("_json") { add(String(name.dropLast("_json".count)), scalar) }
  }

  private mutating func add(parsed: Any, of name: String) {
    if let members = parsed as? [String: Any] {
      for (key, value) in members { add(parsed: value, of: key) }
    } else if let elements = parsed as? [Any] {
      for value in elements { add(parsed: value, of: name) }
    } else if let text = parsed as? String {
      found("t" + text, name)
    } else if let number = parsed as? NSNumber {
      let integer = Int64(number.stringValue)
      let value = integer.map { InputValue.integer($0) } ?? .real(number.doubleValue)
      found(ScalarCensus.text(of: value), name)
    }
  }
}
