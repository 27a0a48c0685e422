import StateGraphFormats
import StateGraphSQLite
import StateGraphTools

/// Masks the values of a column, and of the columns that foreign keys join with it. NULL stays
/// NULL.
///
/// A value is masked even if its storage class does not suit the kind of the mask. For example, a
/// text in a column with the mask `blob` is masked as text. Only one thread may use an instance.
final class ValueMask {
  /// How many masked texts the cache holds. Thanks to the cache, a text that occurs in many rows,
  /// such as a reference, is masked once.
  private static let cachedCount = 20_000
  private static let cachedByteCount = 64
  /// The end of each masked e-mail address. No mail server has such an address (RFC 2606).
  private static let emailEnd = ".example"

  let kind: MaskKind
  private let permutation: TextPermutation
  private let freeText: FreeTextMask
  private let dateKey: HMACKey
  private var cache: [SQLiteValue: SQLiteValue] = [:]

  /// - Parameters:
  ///   - kind: How values are replaced.
  ///   - key: The secret key of all masks.
  ///   - name: The name of the set of columns in which equal values get equal masked values (see
  ///     ``JoinedColumns``).
  ///   - classes: The classes of characters beyond ASCII, which all masks share.
  init(_ kind: MaskKind, key: HMACKey, name: [UInt8], classes: ScalarClasses) {
    self.kind = kind
    let own = key.derived(Array("column ".utf8) + name)
    permutation = TextPermutation(own, classes: classes)
    freeText = FreeTextMask(key: own.derived(Array("free text".utf8)), classes: classes)
    dateKey = key.derived(Array("dates".utf8))
  }

  /// Returns the value that takes the place of `value`.
  ///
  /// - Parameters:
  ///   - value: The original value.
  ///   - owner: Identifies the owner of the value if the mask is `date` (see ``DateOwner``).
  func masked(_ value: SQLiteValue, owner: String?) -> SQLiteValue {
    if kind == .keep || value.isNull { return value }
    if kind == .null { return .null }
    if kind == .date, let date = shifted(value, owner: owner) { return date }
    guard case .text(let text) = value, text.utf8.count <= Self.cachedByteCount else {
      return computed(value)
    }
    if let known = cache[value] { return known }
    let masked = computed(value)
    if cache.count >= Self.cachedCount { cache.removeAll(keepingCapacity: true) }
    cache[value] = masked
    return masked
  }

  /// Returns the bytes that take the place of a stored text that is no UTF-8. The result is no
  /// UTF-8 either. Nil means that NULL takes its place.
  func masked(invalidText bytes: [UInt8]) -> [UInt8]? {
    if kind == .keep { return bytes }
    if kind == .null { return nil }
    var bytes = bytes
    repeat { bytes = permutation.masked(bytes) } while bytes.withUnsafeBytes(\.isValidUTF8)
    return bytes
  }

  private func computed(_ value: SQLiteValue) -> SQLiteValue {
    switch value {
    case .null: .null
    case .integer(let integer): .integer(number(integer))
    case .real(let real): .real(number(real))
    case .text(let text): .text(masked(text))
    case .blob(let bytes): .blob(permutation.masked(bytes))
    }
  }

  private func masked(_ text: String) -> String {
    switch kind {
    case .email: email(text)
    case .phone: permutation.masked(text, keeping: CountryCode.characterCount(text))
    case .freeText: freeText.masked(text)
    case .json:
      JSONStringMask { self.permutation.masked($0) }.masked(text) ?? permutation.masked(text)
    default: permutation.masked(text)
    }
  }

  /// Masks the part before the last @ and the domain separately. Addresses with the same domain
  /// therefore have the same masked domain.
  private func email(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let at = scalars.lastIndex(of: "@") else { return permutation.masked(text) }
    return permutation.masked(String(scalars[..<at])) + "@"
      + permutation.masked(String(scalars[scalars.index(after: at)...])) + Self.emailEnd
  }

  private func number(_ integer: Int64) -> Int64 {
    // The masked text of an integer in its shortest form is such an integer, too.
    Int64(permutation.masked(String(integer))) ?? integer
  }

  private func number(_ real: Double) -> Double {
    guard real.isFinite, real != 0 else { return real }
    // An integral number such as 7.0 may refer to the integer 7 in another column, so both need
    // equal masked values.
    if let integer = Int64(exactly: real), abs(integer) < 1_000_000_000_000_000 {
      return Double(number(integer))
    }
    var text = String(real)
    // If a result is not the text that Swift prints for its value, another number could get the
    // same value. The mask is therefore repeated until the result is such a text.
    repeat { text = decimal(text) } while !Self.isShortest(text)
    return Double(text) ?? real
  }

  /// Whether a text is exactly what Swift prints for its value, and the value is no number that the
  /// mask of integers produces.
  private static func isShortest(_ text: String) -> Bool {
    guard let number = Double(text), "\(number)" == text else { return false }
    return Int64(exactly: number).map { abs($0) >= 1_000_000_000_000_000 } ?? true
  }

  /// Masks the digits of a decimal number. The letter `e` before an exponent stays.
  private func decimal(_ text: String) -> String {
    text.split(separator: "e", omittingEmptySubsequences: false)
      .map { permutation.masked(String($0)) }.joined(separator: "e")
  }

  private func shifted(_ value: SQLiteValue, owner: String?) -> SQLiteValue? {
    let shift = DateShift(dateKey, owner: Array((owner ?? "").utf8))
    switch value {
    case .integer(let integer): return .integer(shift.moved(integer))
    case .real(let real): return .real(shift.moved(real))
    case .text(let text): return shift.moved(text).map { .text($0) }
    case .null, .blob: return nil
    }
  }
}

/// Finds the code of a country at the beginning of a phone number. The mask `phone` keeps this
/// code.
///
/// A masked code would often be no code of a country, and programs that check phone numbers would
/// refuse the number.
enum CountryCode {
  /// The codes with two digits (ITU-T E.164). The codes 1 and 7 have one digit, all others three.
  private static let twoDigits: Set<Int> = [
    20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56,
    57, 58, 60, 61, 62, 63, 64, 65, 66, 81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
  ]

  /// Returns how many characters the code has, including the `+` or `00` before it. Zero if the
  /// phone number begins with neither.
  static func characterCount(_ text: String) -> Int {
    let bytes = Array(text.utf8.prefix(6))
    let prefix = bytes.first == UInt8(ascii: "+") ? 1 : bytes.starts(with: "00".utf8) ? 2 : 0
    let digits = bytes[prefix...].prefix { (48...57).contains($0) }.map { Int($0 - 48) }
    guard prefix > 0, digits.count >= 1 else { return 0 }
    if digits[0] == 1 || digits[0] == 7 { return prefix + 1 }
    guard digits.count >= 2 else { return 0 }
    return prefix + (twoDigits.contains(digits[0] * 10 + digits[1]) ? 2 : min(3, digits.count))
  }
}
