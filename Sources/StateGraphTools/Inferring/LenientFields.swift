import StateGraphFormats
import StateGraphImport

/// Determines whether all CSV fields of a column are numbers in a form that the import reads only
/// with an option, such as `1,234` or `2,49`. The caller passes only the fields that are not exact
/// integers, and the JSON numbers that an integer and a double would change.
struct LenientFields {
  /// The form in which the import will read the numbers. If the request leaves the form open, this
  /// is the form of ``NumberPolicy/lenient``, so that a warning can propose it.
  private var form: NumberForm
  private var areIntegers = true
  private(set) var areReals = true
  /// Whether all fields are numbers whose fractions begin with a comma.
  private var haveFractions = true
  /// The place of the first field that is not an exact integer. Nil if there is none.
  private(set) var first: InputPlace?
  /// Whether a field contains a comma, which may separate thousands or begin a fraction.
  private(set) var hasComma = false
  /// Whether a field has points between groups of digits and a comma before its fraction.
  private(set) var hasGroupsOfPoints = false
  private(set) var commas = CommaEvidence()

  /// The form of numbers such as `1.150,00`.
  private static let fractions = NumberForm(
    .lenient,
    decimal: UInt8(ascii: ","),
    group: UInt8(ascii: ".")
  )

  init(_ form: NumberForm) { self.form = form.isPlain ? NumberForm(.lenient) : form }

  /// Adds a field that is not an exact integer.
  mutating func observe(
    _ field: UnsafeRawBufferPointer,
    at place: @autoclosure () -> InputPlace
  ) {
    guard areIntegers || areReals || haveFractions else { return }
    if first == nil { first = place() }
    guard let byte = field.first, Self.mayBegin(byte) else {
      (areIntegers, areReals, haveFractions) = (false, false, false)
      return
    }
    if field.contains(UInt8(ascii: ",")) {
      hasComma = true
      if field.contains(UInt8(ascii: ".")) { hasGroupsOfPoints = true }
    }
    commas.observe(field)
    if areIntegers, (try? form.integer(field)) == nil { areIntegers = false }
    if areReals { areReals = Self.isReal(field, form) }
    if haveFractions { haveFractions = Self.isReal(field, Self.fractions) }
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

  /// Whether the fields are numbers if a comma begins their fractions.
  var mayHaveFractions: Bool { first != nil && hasComma && haveFractions }

  mutating func merge(_ other: LenientFields) {
    areIntegers = areIntegers && other.areIntegers
    areReals = areReals && other.areReals
    haveFractions = haveFractions && other.haveFractions
    first = first ?? other.first
    hasComma = hasComma || other.hasComma
    hasGroupsOfPoints = hasGroupsOfPoints || other.hasGroupsOfPoints
    commas.merge(other.commas)
  }

  private static func mayBegin(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || Array("+-., \t".utf8).contains(byte)
  }

  private static func isReal(_ field: UnsafeRawBufferPointer, _ form: NumberForm) -> Bool {
    guard let number = form.plain(field), let value = try? form.real(field) else { return false }
    return number.withUnsafeBytes { DecimalText.isKept(value, from: $0) }
  }
}
