import StateGraphFormats
import StateGraphSQLite

/// Proposes values for one column of a generated row.
///
/// The values are likely to satisfy the CHECK constraints of the column. ``RowFactory`` evaluates
/// the constraints, and asks for another candidate if they refuse one.
struct ColumnCandidates {
  private let column: ColumnSchema
  private let kind: ValueKind
  private let isChecked: Bool
  private let literals: CheckLiterals
  private let own: (@Sendable (ChoiceSequence) -> SQLiteValue)?

  /// - Parameters:
  ///   - column: The column that gets the values.
  ///   - checks: The CHECK constraints whose results depend on the column.
  ///   - own: A function of the developer that makes the values, or nil if the generator makes
  ///     them.
  init(
    _ column: ColumnSchema,
    checks: [CheckConstraint],
    own: (@Sendable (ChoiceSequence) -> SQLiteValue)?
  ) {
    self.column = column
    self.own = own
    kind = ValueKind(column)
    isChecked = !checks.isEmpty
    var expressions = checks
    // The default value of a column often satisfies the constraints, so it is a candidate, too.
    if isChecked, let text = column.defaultSQL {
      let table = TableSchema(name: "", columns: [], primaryKey: [], hasRowID: true)
      expressions.append(CheckConstraint(text, of: table))
    }
    literals = CheckLiterals(expressions)
  }

  /// Whether ``keyValue(_:)`` returns a different value for each number, and no rule refuses one.
  /// If true, a key can use the column for any number of rows.
  var isUnlimited: Bool { own == nil && !isChecked && kind.isUnlimited }

  /// Returns the value of the column in the key with a number.
  func keyValue(_ number: UInt64) -> SQLiteValue { kind.value(number) }

  /// Returns a candidate for the value of the column, which may be NULL.
  ///
  /// - Parameters:
  ///   - choices: Decides which candidate is returned.
  ///   - neighbours: The values of other columns in the same row that share a CHECK with this
  ///     column.
  func value(_ choices: ChoiceSequence, besides neighbours: [SQLiteValue] = []) -> SQLiteValue {
    if let own { return own(choices) }
    if !column.isNotNull, choices.isRare(oneIn: 6) { return .null }
    guard isChecked else { return kind.value(choices) }
    // Many constraints between two columns are satisfied if both columns have the same value.
    if choices.isRare(oneIn: 8), let same = choices.element(of: neighbours), same != .null {
      return same
    }
    return candidate(choices)
  }

  /// Returns a candidate that is not NULL, unless the developer's own function returns NULL.
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
    // Small numbers satisfy many constraints between columns, such as a sum with a limit.
    if source < 7 { return .integer(Int64(choices.below(11))) }
    // A column with numeric affinity may also contain texts, if its CHECK lists them.
    if column.affinity == .numeric, let text = choices.element(of: literals.texts) {
      return .text(text)
    }
    return kind.value(choices)
  }

  private func real(_ choices: ChoiceSequence) -> SQLiteValue {
    let near = literals.reals + literals.integers.map(Double.init)
    if choices.below(4) < 3, let real = choices.element(of: near) { return .real(real) }
    // Many constraints limit a real number to the range 0…1.
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

  /// Returns a text with a length that a CHECK mentions. Its characters come from a set in square
  /// brackets of a GLOB pattern, such as `[a-z]`, or are letters.
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
  /// Whether ``value(_:)-(UInt64)`` returns a different value for each number.
  fileprivate var isUnlimited: Bool {
    switch self {
    case .boolean, .json: false
    default: true
    }
  }
}
