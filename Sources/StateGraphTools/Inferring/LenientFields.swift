import StateGraphFormats
import StateGraphImport

/// Determines whether all CSV fields of a column are numbers in a form that the import reads only
/// with an option, such as `1,234` or `2,49`. The caller passes only the fields that are not exact
/// integers, and the JSON numbers that an integer and a double would change.
struct LenientFields: Equatable {
  /// The form in which the import will read the numbers. If the request leaves the form open, this
  /// is the form of ``NumberPolicy/lenient``, so that a warning can propose it.
  private var form: NumberForm
  private var areIntegers = true
  private var areAllReals = true
  /// Whether all fields are numbers whose fractions begin with a comma.
  private var haveFractions = true
  /// The only text without quotes that is no number. Nil if there is none.
  private var word: [UInt8]?
  /// The place of the first field that is not an exact integer. Nil if there is none.
  private(set) var first: InputPlace?
  /// Whether a field contains a comma, which may separate thousands or begin a fraction.
  private(set) var hasComma = false
  /// Whether a field contains a point, which separates groups of digits if a comma begins the
  /// fractions of the column.
  private(set) var hasPoint = false
  /// The blank or apostrophe between groups of digits, as in `1 234,50`. Nil if there is none.
  private var groupMark: UInt8?
  private var areGroupedReals = true
  private var areGroupedFractions = true
  /// The maximum number of bytes of a word that means NULL.
  private static let maximumWordBytes = 12
  /// The number of fields with the name NaN, which stands for NULL.
  private(set) var nanCount = 0
  private(set) var commas = CommaEvidence()
  /// The currency or the percent sign of the fields. Nil if no field has one.
  private var unit: [UInt8]?
  private var hasFieldWithoutUnit = false
  /// Whether the fields are percentages. Numbers without a percent sign may then have another
  /// meaning.
  var arePercentages: Bool { unit == NumberAffixes.percent }

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
    isQuoted: Bool = false,
    at place: @autoclosure () -> InputPlace
  ) {
    if isDecided, Self.isPlain(field) { return }
    observeForm(of: field, isQuoted: isQuoted, at: place())
  }

  /// Whether another field such as `12.50` changes nothing.
  private var isDecided: Bool {
    !areIntegers && !haveFractions && !areGroupedFractions && areAllReals && commas.hasPoints
      && hasPoint && hasFieldWithoutUnit && unit == nil && form.readsPlainNumbers
  }

  /// Returns whether a field has at most 15 digits, with a point and a digit before and after it,
  /// and begins with no zero that would be lost. Every form with a point reads such a number.
  private static func isPlain(_ field: UnsafeRawBufferPointer) -> Bool {
    let start = field.first == UInt8(ascii: "-") ? 1 : 0
    guard field.count - start <= 16,
      let point = field.firstIndex(of: UInt8(ascii: ".")), point > start, point + 1 < field.count,
      point == start + 1 || field[start] != UInt8(ascii: "0")
    else { return false }
    return (start..<field.count).allSatisfy { $0 == point || field[$0] &- 48 < 10 }
  }

  /// Adds a field by trying each form of numbers, which takes more time.
  mutating func observeForm(
    of field: UnsafeRawBufferPointer,
    isQuoted: Bool = false,
    at place: @autoclosure () -> InputPlace
  ) {
    guard mayBeNumbers else { return }
    if let word, word.elementsEqual(field), !isQuoted { return }
    guard isNumber(field) else {
      if word != nil || isQuoted || field.count > Self.maximumWordBytes { return refuseAll() }
      return word = Array(field)
    }
    if first == nil { first = place() }
    if field.contains(UInt8(ascii: ",")) { hasComma = true }
    if field.contains(UInt8(ascii: ".")) { hasPoint = true }
    commas.observe(field)
    if areIntegers, (try? form.integer(field)) == nil { areIntegers = false }
    if areAllReals { areAllReals = Self.isReal(field, form: form) }
    if haveFractions { haveFractions = Self.isReal(field, form: Self.fractions) }
    observeGroups(of: field)
  }

  /// Adds a field whose digits may be in groups that a blank or an apostrophe separates.
  private mutating func observeGroups(of field: UnsafeRawBufferPointer) {
    guard areGroupedReals || areGroupedFractions, let body = NumberAffixes(field)?.body else {
      return
    }
    var mark: UInt8?
    if body.contains(UInt8(ascii: "'")) { mark = UInt8(ascii: "'") }
    if body.contains(where: { [0x20, 0xA0, 0xAF].contains($0) }) { mark = UInt8(ascii: " ") }
    if let mark, let groupMark, mark != groupMark { return refuseAll() }
    groupMark = groupMark ?? mark
    let group = groupMark ?? UInt8(ascii: " ")
    if areGroupedReals {
      areGroupedReals = Self.isReal(field, form: NumberForm(.lenient, group: group))
    }
    if areGroupedFractions {
      let form = NumberForm(.lenient, decimal: UInt8(ascii: ","), group: group)
      areGroupedFractions = Self.isReal(field, form: form)
    }
  }

  private mutating func refuseAll() {
    (areIntegers, areAllReals, haveFractions) = (false, false, false)
    (areGroupedReals, areGroupedFractions, word) = (false, false, nil)
  }

  private var mayBeNumbers: Bool {
    areIntegers || areAllReals || haveFractions || areGroupedReals || areGroupedFractions
  }

  var areReals: Bool { areAllReals && word == nil }

  /// The text that probably means NULL, because all other fields are numbers. Nil if there is none.
  var nullWord: [UInt8]? { mayBeNumbers ? word : nil }

  /// The options with which all fields are numbers whose digits are in groups. Nil if a blank or an
  /// apostrophe separates no groups.
  var groupOptions: String? {
    guard let groupMark, word == nil, areGroupedReals || areGroupedFractions else { return nil }
    let mark = groupMark == UInt8(ascii: "'") ? "\"'\"" : "' '"
    return (areGroupedReals ? "" : "--decimal ',' ") + "--group \(mark)" + lenientOption
  }

  /// The option that reads currencies and percent signs, behind other options.
  var lenientOption: String { unit == nil ? "" : " --numbers lenient" }

  /// Returns the type of the column. Returns nil if all fields are exact integers or if a field is
  /// not a number.
  ///
  /// - Parameter inexactInteger: An integer of the column that the type REAL cannot store exactly.
  ///   Nil if there is none.
  func type(_ inexactInteger: ColumnProfile.Obstacle?) -> String? {
    guard first != nil, word == nil else { return nil }
    if areIntegers { return "INTEGER" }
    return areReals && inexactInteger == nil ? "REAL" : nil
  }

  /// Whether the fields are numbers if a comma begins their fractions.
  var mayHaveFractions: Bool { first != nil && word == nil && hasComma && haveFractions }

  mutating func merge(_ other: LenientFields) {
    areIntegers = areIntegers && other.areIntegers
    areAllReals = areAllReals && other.areAllReals
    haveFractions = haveFractions && other.haveFractions
    first = first ?? other.first
    hasComma = hasComma || other.hasComma
    hasFieldWithoutUnit = hasFieldWithoutUnit || other.hasFieldWithoutUnit
    let hasOtherWord = word != nil && other.word != nil && word != other.word
    word = word ?? other.word
    let isMixed = unit != nil && other.unit != nil && unit != other.unit
    unit = unit ?? other.unit
    areGroupedReals = areGroupedReals && other.areGroupedReals
    areGroupedFractions = areGroupedFractions && other.areGroupedFractions
    let hasOtherMark = groupMark != nil && other.groupMark != nil && groupMark != other.groupMark
    groupMark = groupMark ?? other.groupMark
    nanCount += other.nanCount
    let isUneven = arePercentages && hasFieldWithoutUnit
    if isMixed || hasOtherMark || hasOtherWord || isUneven { refuseAll() }
    hasPoint = hasPoint || other.hasPoint
    commas.merge(other.commas)
  }

  /// Returns whether a field may be a number. Numbers with different units are texts, because a
  /// column would not keep the units.
  private mutating func isNumber(_ field: UnsafeRawBufferPointer) -> Bool {
    guard let affixes = NumberAffixes(field) else {
      guard let named = try? form.real(field) else { return false }
      if named.isNaN { nanCount += 1 }
      return true
    }
    if let unit, let other = affixes.unit, unit != other { return false }
    if affixes.unit == nil { hasFieldWithoutUnit = true }
    unit = unit ?? affixes.unit
    return !(arePercentages && hasFieldWithoutUnit)
  }

  private static func isReal(_ field: UnsafeRawBufferPointer, form: NumberForm) -> Bool {
    guard let value = try? form.real(field) else { return false }
    guard value.isFinite, let number = form.plain(field) else { return !value.isFinite }
    return number.withUnsafeBytes { DecimalText.isKept(value, from: $0) }
  }
}
