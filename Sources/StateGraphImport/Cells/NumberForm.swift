import StateGraphFormats

/// The form in which the numbers of CSV fields are written.
package struct NumberForm: Sendable, Equatable {
  package let policy: NumberPolicy
  /// The byte that begins the fraction of a number, such as `.` or `,`.
  let decimal: UInt8
  /// The byte between groups of three digits, such as `,` in `1,234`. Nil if there are no groups.
  let group: UInt8?
  /// Whether the numbers have the form of SQLite, so that they are parsed as they are written.
  package let isPlain: Bool
  /// Whether the user has named the byte of fractions or groups, and knows that the texts of the
  /// numbers change.
  package let isGiven: Bool
  /// Whether a number such as `12.50` is read as it is written.
  package var readsPlainNumbers: Bool {
    decimal == UInt8(ascii: ".") && group != UInt8(ascii: ".")
  }

  package init(_ policy: NumberPolicy = .exact, decimal: UInt8? = nil, group: UInt8? = nil) {
    self.policy = policy
    self.decimal = decimal ?? UInt8(ascii: ".")
    let isLenient = policy == .lenient && self.decimal == UInt8(ascii: ".")
    self.group = group ?? (isLenient ? UInt8(ascii: ",") : nil)
    isPlain = policy == .exact && self.decimal == UInt8(ascii: ".") && group == nil
    isGiven = decimal != nil || group != nil
  }

  init(withoutGroups form: NumberForm) {
    (policy, decimal, group) = (form.policy, form.decimal, nil)
    (isPlain, isGiven) = (form.isPlain, form.isGiven)
  }

  /// Returns the integer in a field.
  ///
  /// - Throws: A ``CellProblem`` if the field is not an integer of 64 bits in this form.
  package func integer(_ field: UnsafeRawBufferPointer) throws(CellProblem) -> Int64 {
    guard !isPlain else { return try NumberText.integer(field) }
    guard let text = plain(field) else { throw .notAnInteger }
    if policy == .lenient { return try LenientNumber.integer(text) }
    return try LenientNumber.read(text, parse: NumberText.integer)
  }

  /// Returns the real number in a field.
  ///
  /// - Throws: A ``CellProblem`` if the field is not a number in this form that a `Double` keeps.
  package func real(_ field: UnsafeRawBufferPointer) throws(CellProblem) -> Double {
    guard !isPlain else { return try NumberText.real(field) }
    if policy == .lenient, let named = Self.named(field) { return named }
    guard let text = plain(field) else { throw .notANumber }
    return try LenientNumber.read(text, parse: NumberText.real)
  }

  /// Returns the infinity or NaN that a name such as `-inf` stands for. Nil for another text.
  static func named(_ field: UnsafeRawBufferPointer) -> Double? {
    guard field.count < 10 else { return nil }
    let text = String(decoding: field, as: UTF8.self).lowercased()
    switch text {
    case "nan": return .nan
    case "inf", "infinity", "+inf", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: return nil
    }
  }

  /// Returns the number in the form of SQLite: without groups, and with a point before the
  /// fraction. For the lenient policy, also without blanks, a plus sign and a currency, with the
  /// minus sign first, and divided by 100 if it has a percent sign.
  ///
  /// Returns nil if the groups are not correct, as in `1,23`, or if the field has a point that is
  /// neither of the two bytes.
  package func plain(_ field: UnsafeRawBufferPointer) -> [UInt8]? {
    guard policy == .lenient else { return plain(Array(field)) }
    guard let affixes = NumberAffixes(field), let body = plain(Array(affixes.body)) else {
      return nil
    }
    let sign = affixes.isNegative ? [UInt8(ascii: "-")] : []
    guard affixes.unit == NumberAffixes.percent else { return sign + body }
    guard !body.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return nil }
    return sign + body + Array("e-2".utf8)
  }

  private func plain(_ number: [UInt8]) -> [UInt8]? {
    var text = number
    if group == UInt8(ascii: " ") { text = Self.withASCIIBlanks(text) }
    let point = UInt8(ascii: ".")
    let sign = text.first == UInt8(ascii: "-") ? 1 : 0
    let whole = text[sign...].prefix { Self.isDigit($0) || $0 == group }
    guard let digits = withoutGroups(whole) else { return nil }
    var rest = Array(text[whole.endIndex...])
    if decimal != point {
      guard !rest.contains(point) else { return nil }
      if rest.first == decimal { rest[0] = point }
    }
    return text[..<sign] + digits + rest
  }

  /// Returns the digits without the bytes between groups. Returns nil unless exactly three digits
  /// follow each such byte.
  private func withoutGroups(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    guard let group, digits.contains(group) else { return Array(digits) }
    let groups = digits.split(separator: group, omittingEmptySubsequences: false)
    guard let first = groups.first, (1...3).contains(first.count),
      groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { return nil }
    return groups.flatMap { Array($0) }
  }

  /// Replaces the two blanks without a line break that French programs write between groups, U+00A0
  /// and U+202F, by the blank of ASCII.
  private static func withASCIIBlanks(_ text: [UInt8]) -> [UInt8] {
    let blanks: [[UInt8]] = [[0xC2, 0xA0], [0xE2, 0x80, 0xAF]]
    var plain: [UInt8] = []
    var rest = text[...]
    while let byte = rest.first {
      let blank = blanks.first { rest.starts(with: $0) }
      plain.append(blank == nil ? byte : UInt8(ascii: " "))
      rest = rest.dropFirst(blank?.count ?? 1)
    }
    return plain
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}

extension NumberForm {
  /// Returns the options with which a field is a number, for an error message. Nil if the field is
  /// no number with any of them.
  static func options(for field: UnsafeRawBufferPointer) -> String? {
    let marks: [(options: String, decimal: UInt8?, group: UInt8?)] = [
      ("", nil, nil), ("--decimal ','", UInt8(ascii: ","), nil),
      ("--decimal ',' --group '.'", UInt8(ascii: ","), UInt8(ascii: ".")),
      ("--decimal ',' --group ' '", UInt8(ascii: ","), UInt8(ascii: " ")),
      ("--group ' '", nil, UInt8(ascii: " ")), ("--group \"'\"", nil, UInt8(ascii: "'")),
    ]
    for policy in [NumberPolicy.exact, .lenient] {
      for (options, decimal, group) in marks {
        let form = NumberForm(policy, decimal: decimal, group: group)
        guard (try? form.real(field)) != nil else { continue }
        let parts = [options, policy == .lenient ? "--numbers lenient" : ""]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
      }
    }
    return nil
  }
}
