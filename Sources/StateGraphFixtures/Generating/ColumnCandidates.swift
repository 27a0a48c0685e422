import StateGraphFormats
import StateGraphSQLite

/// The candidates for the values of one column. The CHECK constraints decide which are used.
struct ColumnCandidates {
  private let column: ColumnSchema
  private let kind: ValueKind
  private let isChecked: Bool
  private let literals: CheckLiterals
  private let own: (@Sendable (ChoiceSequence) -> SQLiteValue)?

  /// - Parameters:
  ///   - column: The column.
  ///   - checks: The CHECK constraints that name the column.
  ///   - own: Values that the developer gives instead.
  init(
    _ column: ColumnSchema,
    _ checks: [CheckConstraint],
    own: (@Sendable (ChoiceSequence) -> SQLiteValue)?
  ) {
    self.column = column
    self.own = own
    kind = ValueKind(column)
    isChecked = !checks.isEmpty
    var expressions = checks
    // The default often satisfies the constraints.
    if isChecked, let text = column.defaultSQL {
      let table = TableSchema(
        name: "",
        columns: [],
        primaryKey: [],
        foreignKeys: [],
        hasRowID: true
      )
      expressions.append(CheckConstraint(text, of: table))
    }
    literals = CheckLiterals(expressions)
  }

  /// Whether different numbers of a key have different values of the column: ``keyValue(_:)``.
  var isUnlimited: Bool { own == nil && !isChecked && kind.isUnlimited }

  /// Whether the column may have the key values 1, 2, 3 and so on.
  var isCounter: Bool { isUnlimited && column.affinity == .integer }

  func keyValue(_ number: UInt64) -> SQLiteValue { kind.value(number) }

  /// Returns a candidate.
  ///
  /// - Parameters:
  ///   - choices: Decides which one.
  ///   - neighbours: The values of columns that share a CHECK with this one.
  func value(_ choices: ChoiceSequence, besides neighbours: [SQLiteValue] = []) -> SQLiteValue {
    if let own { return own(choices) }
    if !column.isNotNull, choices.isRare(oneIn: 6) { return .null }
    guard isChecked else { return kind.value(choices) }
    // Equal columns satisfy many constraints between two columns.
    if choices.isRare(oneIn: 8), let same = choices.element(of: neighbours), same != .null {
      return same
    }
    return candidate(choices)
  }

  /// Returns a value that is not NULL.
  func presentValue(_ choices: ChoiceSequence) -> SQLiteValue {
    if let own { return own(choices) }
    return isChecked ? candidate(choices) : kind.value(choices)
  }

  private func candidate(_ choices: ChoiceSequence) -> SQLiteValue {
    switch kind {
    case .integer, .boolean: integer(choices)
    case .real: real(choices)
    case .blob: blob(choices)
    case .text, .uuid, .json, .date, .time: text(choices)
    }
  }

  private func integer(_ choices: ChoiceSequence) -> SQLiteValue {
    let source = choices.below(8)
    if source < 5, let integer = choices.element(of: literals.integers) { return .integer(integer) }
    // Products and sums of small numbers satisfy many constraints between columns.
    if source < 7 { return .integer(Int64(choices.below(11))) }
    // A column of a free type may also contain texts, as in CHECK (state IN ('open', 'paid')).
    if column.affinity == .numeric, let text = choices.element(of: literals.texts) {
      return .text(text)
    }
    return kind.value(choices)
  }

  private func real(_ choices: ChoiceSequence) -> SQLiteValue {
    let near = literals.reals + literals.integers.map(Double.init)
    if choices.below(4) < 3, let real = choices.element(of: near) { return .real(real) }
    // Many reals are limited to 0…1.
    return choices.below(2) == 0 ? kind.value(choices) : .real(Double(choices.below(257)) / 256)
  }

  private func blob(_ choices: ChoiceSequence) -> SQLiteValue {
    guard let count = choices.element(of: literals.lengths) else { return kind.value(choices) }
    return .blob((0..<count).map { _ in UInt8(choices.below(256)) })
  }

  private func text(_ choices: ChoiceSequence) -> SQLiteValue {
    var sources: [() -> String?] = []
    if !literals.texts.isEmpty { sources.append { choices.element(of: literals.texts) } }
    if !literals.patterns.isEmpty {
      sources.append { choices.element(of: literals.patterns)?.text(choices) }
    }
    if literals.isJSON { sources.append { JSONCandidate(literals).text(choices) } }
    if literals.isDate {
      sources.append { Words.date(day: choices.below(UInt64(10_000))) }
      sources.append { Words.time(minute: choices.below(UInt64(10_000_000))) }
    }
    if !literals.integers.isEmpty || !literals.patterns.isEmpty {
      sources.append { textOfLength(choices) }
    }
    if kind == .text, column.declaredType.isEmpty || column.declaredType == "ANY",
      let integer = choices.element(of: literals.integers), choices.below(2) == 0
    {
      return .integer(integer)
    }
    if choices.below(8) < 7, let text = choices.element(of: sources)?() { return .text(text) }
    return kind.value(choices)
  }

  /// Returns a text with characters of the patterns, and with a length that a CHECK mentions.
  private func textOfLength(_ choices: ChoiceSequence) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
    let alphabets = literals.patterns.flatMap(\.alphabets) + [letters]
    let alphabet = choices.element(of: alphabets) ?? letters
    let count = choices.element(of: literals.lengths) ?? 1 + choices.below(12)
    return String(
      decoding: TextPattern.bytes(of: alphabet, count: count, choices),
      as: UTF8.self
    )
  }
}

extension ValueKind {
  /// Whether ``value(_:)-(UInt64)`` has a different value for each number.
  fileprivate var isUnlimited: Bool {
    switch self {
    case .boolean, .json: false
    default: true
    }
  }
}
