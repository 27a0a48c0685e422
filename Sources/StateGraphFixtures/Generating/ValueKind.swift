import StateGraphSQLite

/// The kind of values that the generator makes for a column, chosen by the declared type.
enum ValueKind {
  case integer, boolean, real, text, uuid, json, date, time, blob

  init(_ column: ColumnSchema) {
    let type = column.declaredType
    self =
      switch column.affinity {
      case _ where type.hasPrefix("BOOL"): .boolean
      case _ where type == "UUID": .uuid
      case _ where type == "DATE": .date
      case _ where type.hasPrefix("DATETIME") || type.hasPrefix("TIMESTAMP"): .time
      case _ where type.hasPrefix("JSON"): .json
      case .integer, .numeric: .integer
      case .real: .real
      case .text: .text
      case .blob: type.isEmpty || type == "ANY" ? .text : .blob
      }
  }

  /// Returns the value of a key with a number. Different numbers give different values. Keys do not
  /// use this method for ``boolean`` and ``json``.
  func value(_ number: UInt64) -> SQLiteValue {
    switch self {
    case .integer, .boolean: .integer(Int64(number) + 1)
    case .real: .real(Double(number) + 0.5)
    case .text, .json: .text(Words.word(number))
    case .uuid: .text(Words.uuid(number))
    case .date: .text(Words.date(day: number))
    case .time: .text(Words.time(minute: number))
    case .blob: .blob(Array(Words.hexadecimal(ChoiceSequence.mixed(number)).utf8))
    }
  }

  /// Returns a random value, which can occur repeatedly.
  func value(_ choices: ChoiceSequence) -> SQLiteValue {
    switch self {
    case .integer: .integer(Int64(choices.below(1000)))
    case .boolean: .integer(Int64(choices.below(2)))
    // Multiples of 0.25 have a short decimal form, which is the same on each machine.
    case .real: .real(Double(choices.below(4000)) / 4)
    case .text: .text(Words.word(choices.below(UInt64(10_000))))
    case .json: .text("{}")
    case .uuid: .text(Words.uuid(choices.below(UInt64(1 << 40))))
    case .date: .text(Words.date(day: choices.below(UInt64(10_000))))
    case .time: .text(Words.time(minute: choices.below(UInt64(10_000_000))))
    case .blob: .blob((0..<choices.below(9)).map { _ in UInt8(choices.below(256)) })
    }
  }
}
