/// The type that the inference gives to a column. It can store all values of the input without
/// loss.
struct InferredType: Equatable {
  /// The name of the type as a STRICT table declares it, such as `INTEGER`.
  let sql: String
  let isBoolean: Bool
  /// Whether the values are numbers only for `NumberPolicy.lenient`, such as `1,234`. If true,
  /// different texts can be the same number, so the column cannot be a primary key.
  let isLenient: Bool
  /// The first value that makes a narrower type impossible. A comment in the SQL names this value.
  /// Nil if the type needs no explanation.
  let obstacle: ColumnProfile.Obstacle?

  init(
    _ sql: String,
    isBoolean: Bool = false,
    isLenient: Bool = false,
    obstacle: ColumnProfile.Obstacle? = nil
  ) {
    self.sql = sql
    self.isBoolean = isBoolean
    self.isLenient = isLenient
    self.obstacle = obstacle
  }

  /// Whether a primary key column can have this type. Possible types are text, and integers that
  /// are neither booleans nor lenient numbers.
  var isKeyType: Bool { sql == "INTEGER" && !isBoolean && !isLenient || sql == "TEXT" }
}

extension ColumnProfile {
  /// The narrowest column type that stores all values without loss.
  ///
  /// - INTEGER: every value is a 64-bit integer in SQLite's notation, or every value is a boolean.
  /// - REAL: every value is a number that a double represents with all digits. A number with a
  ///   fraction or an exponent also has the text of the double.
  /// - TEXT: the values are texts, or numbers whose text REAL would change.
  /// - BLOB: every value is an object that encodes bytes.
  /// - ANY: the values have different types. The importer does not convert them.
  var type: InferredType {
    let jsonCount = stringCount + integerCount + realCount + booleanCount + bytesCount
    if jsonCount == 0 { return fieldType }
    if fieldCount == 0 { return memberType }
    // The column has values from CSV inputs and from JSON inputs. The type must store the values of
    // both formats.
    let (field, member) = (fieldType, memberType)
    if field.sql == member.sql, field.isBoolean == member.isBoolean { return field }
    if field.isBoolean { return InferredType("ANY", obstacle: firstOther ?? notInteger) }
    if member.sql == "TEXT" { return member }
    if [field.sql, member.sql].sorted() == ["INTEGER", "REAL"], inexactInteger == nil {
      return InferredType("REAL")
    }
    return InferredType("ANY", obstacle: firstOther ?? notInteger)
  }

  private var fieldType: InferredType {
    guard fieldCount > 0 else { return InferredType("TEXT") }
    if isOfBooleanFields { return InferredType("INTEGER", isBoolean: true) }
    if notInteger == nil { return InferredType("INTEGER") }
    if notReal == nil, inexactInteger == nil { return InferredType("REAL") }
    if acceptsLenientNumbers, !lenientFields.arePercentages || integerFieldCount == 0,
      let lenient = lenientFields.type(inexactInteger)
    {
      return InferredType(lenient, isLenient: true)
    }
    guard looksNumeric else { return InferredType("TEXT") }
    return InferredType("TEXT", obstacle: notReal ?? inexactInteger)
  }

  private var memberType: InferredType {
    if bytesCount > 0 {
      let isPure = bytesCount == valueCount
      return isPure ? InferredType("BLOB") : InferredType("ANY", obstacle: firstOther)
    }
    if let changedNumber, booleanCount == 0 {
      let isReal = acceptsLenientNumbers && stringCount == 0 && lenientFields.areReals
      if isReal, inexactInteger == nil { return InferredType("REAL", isLenient: true) }
      return InferredType("TEXT", obstacle: changedNumber)
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
