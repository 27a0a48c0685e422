import StateGraphFormats
import StateGraphImport

/// Determines whether all CSV fields of a column are numbers for `NumberPolicy.lenient`, such as
/// `1,234`. The caller passes only the fields that are not exact integers, and the JSON numbers that
/// an integer and a double would change.
struct LenientFields {
  private var areIntegers = true
  private(set) var areReals = true
  /// The place of the first field that is not an exact integer. Nil if there is none.
  private(set) var first: InputPlace?
  /// Whether a field contains a comma, which may separate thousands or begin a fraction.
  private(set) var hasComma = false

  /// Adds a field that is not an exact integer.
  mutating func observe(
    _ field: UnsafeRawBufferPointer,
    at place: @autoclosure () -> InputPlace
  ) {
    guard areIntegers || areReals else { return }
    if first == nil { first = place() }
    if !hasComma, field.contains(UInt8(ascii: ",")) { hasComma = true }
    guard let byte = field.first, Self.mayBegin(byte) else {
      (areIntegers, areReals) = (false, false)
      return
    }
    let number = LenientNumber.plain(field)
    if areIntegers, (try? LenientNumber.integer(number)) == nil { areIntegers = false }
    if areReals { areReals = Self.isReal(number) }
  }

  /// Returns the type of the column. Returns nil if all fields are exact integers or if a field is
  /// not a number.
  ///
  /// - Parameter inexactInteger: An integer of the column that the type REAL cannot store exactly.
  ///   Nil if there is none.
  func type(_ inexactInteger: ColumnProfile.Obstacle?) -> String? {
    guard first != nil else { return nil }
    if areIntegers { return "INTEGER" }
    return areReals && inexactInteger == nil ? "REAL" : nil
  }

  mutating func merge(_ other: LenientFields) {
    areIntegers = areIntegers && other.areIntegers
    areReals = areReals && other.areReals
    first = first ?? other.first
    hasComma = hasComma || other.hasComma
  }

  private static func mayBegin(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || Array("+-. \t".utf8).contains(byte)
  }

  private static func isReal(_ number: [UInt8]) -> Bool {
    guard let value = try? LenientNumber.real(number) else { return false }
    return number.withUnsafeBytes { DecimalText.isKept(value, from: $0) }
  }
}
