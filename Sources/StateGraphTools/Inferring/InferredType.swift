/// The type of a column that loses nothing of what was seen.
struct InferredType: Equatable {
  /// As SQL spells it, of a STRICT table.
  let sql: String
  let isBoolean: Bool
  /// Why it is not a narrower type, where that may surprise.
  let obstacle: ColumnProfile.Obstacle?

  init(_ sql: String, isBoolean: Bool = false, obstacle: ColumnProfile.Obstacle? = nil) {
    self.sql = sql
    self.isBoolean = isBoolean
    self.obstacle = obstacle
  }

  /// Whether values of it can be compared as keys.
  var isKeyType: Bool { sql == "INTEGER" && !isBoolean || sql == "TEXT" }
}

extension ColumnProfile {
  /// INTEGER where every value is a 64-bit integer as SQLite prints it, REAL where every value is a
  /// number that a double keeps to the last digit, else TEXT; ANY where JSON mixes kinds of value,
  /// which the importer never turns into each other.
  var type: InferredType {
    let jsonCount = stringCount + integerCount + realCount + booleanCount + bytesCount
    if jsonCount == 0 { return fieldType }
    if fieldCount == 0 { return memberType }
    // Both wrote it: what takes the one has to take the other.
    let (field, member) = (fieldType, memberType)
    if field.sql == member.sql { return field }
    if member.sql == "TEXT" { return member }
    if [field.sql, member.sql].sorted() == ["INTEGER", "REAL"], inexactInteger == nil {
      return InferredType("REAL")
    }
    return InferredType("ANY", obstacle: firstOther ?? notInteger)
  }

  private var fieldType: InferredType {
    guard fieldCount > 0 else { return InferredType("TEXT") }
    if notInteger == nil { return InferredType("INTEGER") }
    if notReal == nil, inexactInteger == nil { return InferredType("REAL") }
    guard looksNumeric else { return InferredType("TEXT") }
    return InferredType("TEXT", obstacle: notReal ?? inexactInteger)
  }

  private var memberType: InferredType {
    if bytesCount > 0 {
      let isPure = bytesCount == valueCount
      return isPure ? InferredType("BLOB") : InferredType("ANY", obstacle: firstOther)
    }
    switch (stringCount > 0, integerCount + realCount > 0, booleanCount > 0) {
    case (true, false, false): return InferredType("TEXT")
    case (false, false, true): return InferredType("INTEGER", isBoolean: true)
    case (false, true, false):
      if realCount == 0 { return InferredType("INTEGER") }
      guard inexactInteger == nil else { return InferredType("ANY", obstacle: inexactInteger) }
      return InferredType("REAL")
    default: return InferredType("ANY", obstacle: firstOther)
    }
  }
}
