/// A column type that stores all values of the input without loss.
struct InferredType: Equatable {
  /// The type name in a STRICT table.
  let sql: String
  let isBoolean: Bool
  /// The first value that excludes a narrower type; nil if the type would not surprise the user.
  let obstacle: ColumnProfile.Obstacle?

  init(_ sql: String, isBoolean: Bool = false, obstacle: ColumnProfile.Obstacle? = nil) {
    self.sql = sql
    self.isBoolean = isBoolean
    self.obstacle = obstacle
  }

  /// Whether a primary key can have this type.
  var isKeyType: Bool { sql == "INTEGER" && !isBoolean || sql == "TEXT" }
}

extension ColumnProfile {
  /// The column type. It is INTEGER if every value is a 64-bit integer in SQLite's notation, and
  /// REAL if every value is a number that a double represents with all digits. Otherwise it is
  /// TEXT. It is ANY if JSON values of different kinds are mixed, because the importer does not
  /// convert between them.
  var type: InferredType {
    let jsonCount = stringCount + integerCount + realCount + booleanCount + bytesCount
    if jsonCount == 0 { return fieldType }
    if fieldCount == 0 { return memberType }
    // Both CSV and JSON inputs have values for this column, so the type must store both.
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
