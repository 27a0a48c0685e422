import StateGraphFormats
import TestSupport

/// Generates inputs with nested records, whose members have names and values of every kind.
///
/// Each entity has an identifier from a small range, so that several records contain the same
/// entity. Other scalars are mostly unique, so that a lost one is noticed.
struct ShapeGenerator {
  private var random: SeededRandom
  private var token = 0
  /// The members of each entity, by its kind and its identifier.
  private var known: [String: [InputMember]] = [:]
  private var kindCount = 0

  /// A kind of record: its identifier, and the members that its records may have.
  private final class Kind {
    let number: Int
    var identifier: (name: String, form: Int)?
    var members: [(name: String, form: Form)] = []
    init(_ number: Int) { self.number = number }
  }

  private indirect enum Form {
    case scalar(Int)
    case object(Kind)
    case list(Form)
    case mixed([Form])
  }

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private static let plainNames = [
    "title", "name", "tags", "items", "children", "parts", "author", "owner", "value", "position",
    "code", "count", "comments", "text", "kind", "related",
  ]
  private static let unusualNames = [
    "order", "select", "group", "a b", "it's", "say \"x\"", "\u{E9}", "e\u{301}", "userName",
    "URL", "rowid", "content_key", "日本", "item_id", "author_id", "Name", "x-y", "index",
  ]

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    list[Int.random(in: 0..<list.count, using: &random)]
  }

  /// The records of one case, in one to three files.
  mutating func records() -> [GeneratedRecord] {
    chance(25) ? fields() : nested()
  }

  /// Whether the command gets the folder of the files. Call this after `records`.
  mutating func isFolder() -> Bool { chance(20) }

  /// The encoding that the case declares for its files, or nil.
  mutating func encoding(of records: [GeneratedRecord]) -> TextEncoding? {
    if chance(10) { return .utf16BigEndian }
    return chance(40) && InferredImportCase.isLatin1(records) ? .latin1 : nil
  }

  // MARK: - Nested records

  private mutating func nested() -> [GeneratedRecord] {
    var records: [GeneratedRecord] = []
    for stem in ["items", "authors"].prefix(chance(20) ? 2 : 1) {
      let kind = kind(depth: 0, above: [])
      let file = stem + (chance(50) ? ".json" : ".jsonl")
      var taken: [InputValue] = []
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        if let last = records.last, last.file == file, kind.identifier == nil, chance(20) {
          records.append(last)
          continue
        }
        var members = self.members(of: kind, depth: 0)
        if let identifier = kind.identifier {
          var value = identifierValue(identifier.form)
          while taken.contains(where: { $0.json == value.json }) {
            value = identifierValue(identifier.form, from: 100)
          }
          taken.append(value)
          members.removeAll { $0.name.lowercased() == identifier.name.lowercased() }
          members.insert(InputMember(identifier.name, value), at: 0)
        }
        records.append(GeneratedRecord(file: file, members: members))
      }
    }
    return records
  }

  private mutating func kind(depth: Int, above: [Kind]) -> Kind {
    kindCount += 1
    let kind = Kind(kindCount)
    if chance(depth == 0 ? 80 : 70) {
      kind.identifier = (
        chance(90) ? "id" : pick(["code", "uuid", "slug"]), pick([0, 0, 0, 1, 2])
      )
    }
    for _ in 0..<Int.random(in: depth == 0 ? 1...4 : 0...3, using: &random) {
      let name = chance(75) ? pick(Self.plainNames) : pick(Self.unusualNames)
      // SQLite does not tell these names apart, and a tool can only refuse them.
      let isTaken = kind.members.contains { $0.name.lowercased() == name.lowercased() }
      if isTaken || kind.identifier?.name == name { continue }
      kind.members.append((name, form(depth: depth, above: above + [kind])))
    }
    return kind
  }

  private mutating func form(depth: Int, above: [Kind]) -> Form {
    let number = Int.random(in: 0..<100, using: &random)
    if depth >= 4 || number < 40 { return .scalar(Int.random(in: 0..<12, using: &random)) }
    if number < 50, let same = above.last { return .list(.object(chance(80) ? same : above[0])) }
    if number < 55, let same = above.last { return .object(same) }
    if number < 70 { return .object(kind(depth: depth + 1, above: above)) }
    if number < 85 { return .list(.object(kind(depth: depth + 1, above: above))) }
    if number < 93 { return .list(.scalar(pick([0, 1, 2, 10, 11]))) }
    if number < 95 { return .list(.list(.scalar(0))) }
    return .mixed([
      .scalar(pick([0, 1, 2])), .object(kind(depth: depth + 1, above: above)),
      .list(.scalar(pick([0, 1]))),
    ])
  }

  private mutating func members(of kind: Kind, depth: Int) -> [InputMember] {
    var members: [InputMember] = []
    for (name, form) in kind.members {
      if chance(12) { continue }
      members.append(InputMember(name, chance(8) ? .null : value(form, depth: depth)))
    }
    return members
  }

  private mutating func entity(_ kind: Kind, depth: Int) -> InputValue {
    guard let identifier = kind.identifier else {
      return .object(depth > 6 ? [] : members(of: kind, depth: depth))
    }
    let id = InputMember(identifier.name, identifierValue(identifier.form))
    if chance(4) { return .object([]) }
    if chance(8) { return .object([id]) }
    let key = "\(kind.number) \(id.value.json)"
    if let known = known[key], chance(75) { return .object([id] + known) }
    if depth > 6 { return .object([id]) }
    let rest = members(of: kind, depth: depth).filter { $0.name != identifier.name }
    if known[key] == nil { known[key] = rest }
    return .object([id] + rest)
  }

  private mutating func value(_ form: Form, depth: Int) -> InputValue {
    switch form {
    case .scalar(let number): return scalar(number)
    case .object(let kind): return entity(kind, depth: depth + 1)
    case .mixed(let forms): return value(pick(forms), depth: depth)
    case .list(let element):
      let limit = depth > 4 ? 0 : 3
      var elements: [InputValue] = []
      for _ in 0..<Int.random(in: 0...limit, using: &random) {
        elements.append(chance(2) ? .null : value(element, depth: depth))
      }
      return .list(elements)
    }
  }

  // MARK: - Scalars

  private mutating func identifierValue(_ form: Int, from first: Int = 0) -> InputValue {
    let number = Int.random(in: first...(first + 4), using: &random)
    switch form {
    case 0: return .integer(Int64(number))
    case 1: return .text("k\(number)")
    default: return chance(50) ? .integer(Int64(number)) : .text("\(number)")
    }
  }

  private mutating func scalar(_ form: Int) -> InputValue {
    token += 1
    switch form {
    case 0, 1: return .text(chance(15) ? "" : "text \(token)")
    case 2, 3: return .integer(Int64(1_000_000 + token))
    case 4: return .real(Double(token) + 0.5)
    case 5: return .boolean(chance(50))
    case 6: return pick([.integer(.min), .integer(.max), .integer(1 << 53 + 1), .integer(0)])
    case 7: return pick([.real(-0.0), .real(1e300), .real(.leastNonzeroMagnitude), .integer(3)])
    case 8:
      return pick([.text("a\0b\(token)"), .text("\u{E9}\(token)"), .text("e\u{301}\(token)")])
    case 9: return scalar(Int.random(in: 0..<9, using: &random))
    case 10: return .text("word \(Int.random(in: 0..<4, using: &random))")
    default: return .integer(Int64.random(in: 0..<4, using: &random))
    }
  }

  // MARK: - CSV

  /// A scalar without a NUL byte, which CSV readers refuse.
  private mutating func field(_ form: Int) -> InputValue {
    while true {
      let value = scalar(form)
      guard case .text(let text) = value, text.utf8.contains(0) else { return value }
    }
  }

  private mutating func fields() -> [GeneratedRecord] {
    var records: [GeneratedRecord] = []
    /// The tables with identifiers, by which later tables refer to their rows.
    var targets: [(column: String, rows: Int)] = []
    for stem in ["items", "authors", "log"].prefix(Int.random(in: 1...3, using: &random)) {
      var columns: [(name: String, form: Int)] = []
      if chance(50) { columns.append(("id", -1)) }
      for (index, target) in targets.enumerated() where chance(60) {
        columns.append((pick([target.column + "_id", target.column]), -2 - index))
      }
      let isWide = chance(4)
      // SQLite limits the depth of an expression to 1,000.
      let width = isWide ? chance(25) ? 1_001...1_050 : 150...400 : 1...4
      for number in 0..<Int.random(in: width, using: &random) {
        let name =
          isWide ? "field\(number)" : chance(70) ? pick(Self.plainNames) : pick(Self.unusualNames)
        if columns.contains(where: { $0.name.lowercased() == name.lowercased() }) { continue }
        columns.append((name, Int.random(in: 0..<12, using: &random)))
      }
      var rows = 1
      for row in 0..<Int.random(in: 1...6, using: &random) {
        if let last = records.last, last.file == stem + ".csv", chance(20) {
          records.append(last)
          continue
        }
        let members = columns.map { column -> InputMember in
          if column.form == -1 { return InputMember(column.name, .integer(Int64(row))) }
          if column.form < -1 {
            let target = targets[-2 - column.form]
            let key = Int64.random(in: 0..<Int64(target.rows), using: &random)
            return InputMember(column.name, chance(10) ? .null : .integer(key))
          }
          return InputMember(column.name, chance(10) ? .null : field(column.form))
        }
        records.append(GeneratedRecord(file: stem + ".csv", members: members))
        rows = row + 1
      }
      if columns[0].form == -1 {
        targets.append((stem == "log" ? stem : String(stem.dropLast()), rows))
      }
    }
    return records
  }
}
