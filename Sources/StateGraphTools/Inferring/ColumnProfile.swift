import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Statistics about the values of one CSV column or JSON member. The inference chooses the type of
/// the table's column from them. Their size does not grow with the number of values.
struct ColumnProfile {
  /// The first value that makes a column type impossible, such as a text in a column of numbers:
  /// its place in the input, and the reason.
  struct Obstacle: Equatable {
    let place: InputPlace
    let reason: String
  }

  /// The maximum length in bytes of a value that can be part of a key. For longer values, a hash is
  /// stored in the temporary tables instead.
  static let maximumKeyBytes = 128

  let name: String
  let place: InputPlace
  /// Whether the header of the input has no name for the column.
  var isUnnamed = false
  private(set) var valueCount = 0
  private(set) var hasLongValue = false
  private(set) var distinctness = DistinctValues()
  /// Whether all values are identifiers that programs make to be unique, such as UUIDs.
  private(set) var areMadeIdentifiers = true
  // Counts of CSV fields by their form. Each CSV field is a text, which can have the form of a
  // number.
  private(set) var fieldCount = 0
  private(set) var integerFieldCount = 0
  private var realFieldCount = 0
  private var booleanFieldCount = 0
  /// The number of empty CSV fields that are NULL if the column cannot have the empty text.
  private var emptyFieldCount = 0
  private var firstEmptyField: Obstacle?
  private(set) var notInteger: Obstacle?
  private(set) var notReal: Obstacle?
  private(set) var lenientFields: LenientFields
  /// Whether the import will read texts such as `1,234` as numbers. If true, such texts do not make
  /// the column TEXT.
  var acceptsLenientNumbers = false
  /// Whether a point begins the fraction of a number, as SQLite writes it.
  private let hasPoints: Bool
  // Counts of JSON values by their type.
  private(set) var stringCount = 0
  private(set) var integerCount = 0
  private(set) var realCount = 0
  private(set) var booleanCount = 0
  private(set) var bytesCount = 0
  /// The first integer that a double cannot represent exactly. If there is one, the column cannot
  /// have the type REAL.
  private(set) var inexactInteger: Obstacle?
  /// The first JSON number that an integer and a double would change, such as `1.10`. If there is
  /// one, the column has the type TEXT.
  private(set) var changedNumber: Obstacle?
  private(set) var firstOther: Obstacle?
  /// The first nested value that no table can store, such as an array inside of an array.
  private(set) var nested: Obstacle?
  private(set) var dates: PossibleDates

  init(_ name: String, at place: InputPlace, numbers: NumberForm = NumberForm()) {
    self.name = name
    self.place = place
    dates = PossibleDates(ofColumn: name)
    lenientFields = LenientFields(numbers)
    hasPoints = !numbers.isGiven
  }

  /// Adds a CSV field to the statistics. Returns the integer whose text is the field, or nil for
  /// another text.
  mutating func observe(
    field: UnsafeRawBufferPointer,
    isQuoted: Bool = false,
    at place: @autoclosure () -> InputPlace
  ) -> Int64? {
    valueCount += 1
    fieldCount += 1
    if areMadeIdentifiers { areMadeIdentifiers = MadeIdentifier.matches(field) }
    if BooleanText.isWord(field) { booleanFieldCount += 1 }
    var integer: Int64?
    do {
      let value = try NumberText.integer(field)
      integer = value
      integerFieldCount += 1
      dates.observe(Double(value))
      if Int64(exactly: Double(value)) != value, inexactInteger == nil {
        inexactInteger = Obstacle(
          place: place(),
          reason: "an integer has more digits than REAL has"
        )
      }
    } catch {
      if notInteger == nil {
        notInteger = Obstacle(place: place(), reason: Self.reason(error, field: field))
      }
      observeReal(field, problem: error, at: place())
      lenientFields.observe(field, isQuoted: isQuoted, at: place())
    }
    if field.count > Self.maximumKeyBytes {
      hasLongValue = true
      distinctness.giveUp()
    }
    distinctness.observe(field, integer: integer)
    return integer
  }

  /// Returns the value to store in the temporary table for a CSV field, which is a hash for a long
  /// field.
  ///
  /// - Parameter integer: The result of ``observe(field:at:)``.
  static func stored(_ field: UnsafeRawBufferPointer, integer: Int64?) -> SQLiteValue {
    guard field.count <= maximumKeyBytes else { return digest(field) }
    return integer.map { .integer($0) } ?? .text(String(decoding: field, as: UTF8.self))
  }

  /// Adds an empty CSV field that is NULL if the column cannot have the empty text.
  mutating func observeEmptyField(at place: @autoclosure () -> InputPlace) {
    emptyFieldCount += 1
    areMadeIdentifiers = false
    distinctness.observe(UnsafeRawBufferPointer(start: nil, count: 0), integer: nil)
    if firstEmptyField == nil {
      firstEmptyField = Obstacle(place: place(), reason: "a text is empty")
    }
  }

  /// Whether the column has empty CSV fields about which ``decideEmptyFields()`` decides.
  var hasEmptyFields: Bool { emptyFieldCount > 0 }

  /// Decides whether the empty CSV fields are values of the column, and returns whether they are
  /// NULL instead.
  mutating func decideEmptyFields() -> Bool {
    guard emptyFieldCount > 0 else { return false }
    defer { emptyFieldCount = 0 }
    guard ["TEXT", "ANY"].contains(type.sql) else { return true }
    valueCount += emptyFieldCount
    fieldCount += emptyFieldCount
    notInteger = notInteger ?? firstEmptyField
    notReal = notReal ?? firstEmptyField
    return false
  }

  private mutating func observeReal(
    _ field: UnsafeRawBufferPointer,
    problem: CellProblem,
    at place: @autoclosure () -> InputPlace
  ) {
    // If an earlier value has excluded the type REAL, no check is necessary.
    guard notReal == nil else { return }
    if let reason = Self.reasonAgainstReal(problem, field: field, hasPoints: hasPoints) {
      notReal = Obstacle(place: place(), reason: reason)
    } else {
      realFieldCount += 1
      dates.observe(Double(String(decoding: field, as: UTF8.self)))
    }
  }

  /// Returns why the type REAL would change a number that is not an exact integer. Returns nil if
  /// it would not.
  private static func reasonAgainstReal(
    _ problem: CellProblem,
    field: UnsafeRawBufferPointer,
    hasPoints: Bool = true
  ) -> String? {
    // A number without a point or an exponent is no reason for the type REAL. For example, `-0`
    // makes the column TEXT.
    let isReal =
      hasPoints && field.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
    guard isReal else { return reason(problem, field: field) }
    do {
      let value = try NumberText.real(field)
      if value.description.utf8.elementsEqual(field) { return nil }
      // A version such as 1.10 and a code such as 12E3 would come back as 1.1 and 12000.0.
      return DecimalText.isKept(value, from: field)
        ? "REAL would write a number with another text"
        : "a number has more digits than REAL keeps"
    } catch {
      return reason(error, field: field)
    }
  }

  /// Adds a JSON number whose text an integer and a double would change. Returns the value to store
  /// in the temporary table.
  private mutating func observe(
    number: String,
    at place: @autoclosure () -> InputPlace
  ) -> SQLiteValue {
    note("a real number", count: \.realCount, at: place())
    var text = number
    return text.withUTF8 { bytes in
      let field = UnsafeRawBufferPointer(bytes)
      lenientFields.observe(field, at: place())
      if changedNumber == nil {
        let isTooLarge = field.dropFirst().allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
        let reason = Self.reasonAgainstReal(
          isTooLarge ? .integerTooLarge : .notAnInteger,
          field: field
        )
        changedNumber = reason.map { Obstacle(place: place(), reason: $0) }
      }
      guard field.count <= Self.maximumKeyBytes else {
        hasLongValue = true
        return Self.digest(field)
      }
      return .text(number)
    }
  }

  /// Adds a JSON value to the statistics. Returns the value to store in the temporary table: a hash
  /// for a long text, and NULL for arrays and objects, because they cannot be keys.
  mutating func observe(
    _ content: JSONValue.Content,
    at place: @autoclosure () -> InputPlace
  ) -> SQLiteValue {
    distinctness.giveUp()
    switch content {
    case .string(let text), .number(let text):
      if areMadeIdentifiers {
        areMadeIdentifiers = Array(text.utf8).withUnsafeBytes { MadeIdentifier.matches($0) }
      }
    default: areMadeIdentifiers = false
    }
    switch content {
    case .null, .array: return .null
    case .object:
      note("a value of bytes", count: \.bytesCount, at: place())
      hasLongValue = true
      return .null
    case .boolean(let value):
      note("a boolean", count: \.booleanCount, at: place())
      return .integer(value ? 1 : 0)
    case .real(let value):
      note("a real number", count: \.realCount, at: place())
      dates.observe(value)
      return .real(value)
    case .number(let text): return observe(number: text, at: place())
    case .integer(let value):
      note("an integer", count: \.integerCount, at: place())
      dates.observe(Double(value))
      if Int64(exactly: Double(value)) != value, inexactInteger == nil {
        inexactInteger = Obstacle(
          place: place(),
          reason: "an integer has more digits than REAL has"
        )
      }
      return .integer(value)
    case .string(let text):
      note("a string", count: \.stringCount, at: place())
      guard text.utf8.count <= Self.maximumKeyBytes else {
        hasLongValue = true
        return Array(text.utf8).withUnsafeBytes { Self.digest($0) }
      }
      // A CSV field with the digits of an integer is stored as an integer. A string with the same
      // digits is stored as an integer too, so that SQL compares the two as equal.
      if let integer = Int64(text), String(integer) == text { return .integer(integer) }
      return .text(text)
    }
  }

  /// Returns a hash to store in place of a long value. Different values almost always have
  /// different hashes.
  private static func digest(_ bytes: UnsafeRawBufferPointer) -> SQLiteValue {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    let hash = hasher.finalize()
    return .blob((0..<8).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) })
  }

  mutating func observeNested(_ reason: String, at place: InputPlace) {
    if nested == nil { nested = Obstacle(place: place, reason: reason) }
  }

  private mutating func note(
    _ kind: String,
    count: WritableKeyPath<ColumnProfile, Int>,
    at place: @autoclosure () -> InputPlace
  ) {
    let isFirstOfKind = self[keyPath: count] == 0
    if isFirstOfKind, valueCount > 0, firstOther == nil {
      firstOther = Obstacle(place: place(), reason: "\(kind) appears beside other kinds of values")
    }
    valueCount += 1
    self[keyPath: count] += 1
  }

  /// Adds the statistics of the same column in other records, such as the records of another input.
  mutating func merge(_ other: ColumnProfile) {
    if valueCount > 0, other.valueCount > 0, kinds != other.kinds, firstOther == nil {
      firstOther = Obstacle(place: other.place, reason: "another input has another kind of value")
    }
    valueCount += other.valueCount
    distinctness.giveUp()
    areMadeIdentifiers = areMadeIdentifiers && other.areMadeIdentifiers
    hasLongValue = hasLongValue || other.hasLongValue
    fieldCount += other.fieldCount
    integerFieldCount += other.integerFieldCount
    realFieldCount += other.realFieldCount
    booleanFieldCount += other.booleanFieldCount
    emptyFieldCount += other.emptyFieldCount
    firstEmptyField = firstEmptyField ?? other.firstEmptyField
    stringCount += other.stringCount
    integerCount += other.integerCount
    realCount += other.realCount
    booleanCount += other.booleanCount
    bytesCount += other.bytesCount
    notInteger = notInteger ?? other.notInteger
    notReal = notReal ?? other.notReal
    lenientFields.merge(other.lenientFields)
    inexactInteger = inexactInteger ?? other.inexactInteger
    changedNumber = changedNumber ?? other.changedNumber
    firstOther = firstOther ?? other.firstOther
    nested = nested ?? other.nested
    dates.merge(other.dates)
  }

  private var kinds: [Bool] {
    [fieldCount, stringCount, integerCount, realCount, booleanCount, bytesCount].map { $0 > 0 }
  }

  /// Whether the column has CSV fields and all of them are `true` or `false`.
  var isOfBooleanFields: Bool { fieldCount > 0 && booleanFieldCount == fieldCount }

  /// The text that probably means NULL, because all other CSV fields are numbers. Nil if there is
  /// none.
  var nullWord: [UInt8]? {
    guard fieldCount == valueCount, integerFieldCount > 0 || lenientFields.first != nil else {
      return nil
    }
    return lenientFields.nullWord
  }

  static let noNumber = "a value is not a number"

  /// Whether the CSV fields look like numbers. If such a column must have the type TEXT, a comment
  /// in the generated SQL gives the reason.
  var looksNumeric: Bool {
    let numbers = integerFieldCount + realFieldCount
    return numbers * 2 >= fieldCount || notReal.map { $0.reason != Self.noNumber } ?? false
  }

  private static func reason(_ problem: CellProblem, field: UnsafeRawBufferPointer) -> String {
    switch problem {
    case .leadingZero: "a number begins with a zero"
    case .integerTooLarge: "an integer has more than 64 bits"
    case .inexactReal: "an integer has more digits than REAL has"
    case .realTooLarge: "a number is too large for REAL"
    case .realTooSmall: "a number is too near zero for REAL"
    default: field.isEmpty ? "a text is empty" : noNumber
    }
  }
}
