import Glibc

/// A value that SQLite can store, in one of five storage classes.
///
/// Equality and hashing follow SQLite's rules, because values are keys of rows. `.integer(1)`
/// equals `.real(1.0)`, and `.null` equals `.null`. Text is compared byte by byte, so a composed
/// and a decomposed "é" differ. The storage classes are described at
/// <https://sqlite.org/datatype3.html>.
public enum SQLiteValue: Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension SQLiteValue: Hashable {
  public static func == (left: SQLiteValue, right: SQLiteValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let a), .integer(let b)): a == b
    // SQLite stores NaN as NULL, so a NaN never comes from a file and needs no special case.
    case (.real(let a), .real(let b)): a == b
    case (.integer(let a), .real(let b)), (.real(let b), .integer(let a)): Int64(exactly: b) == a
    case (.text(let a), .text(let b)): a.hasSameBytes(as: b)
    case (.blob(let a), .blob(let b)): a == b
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .integer(let integer):
      hasher.combine(1 as UInt8)
      hasher.combine(integer)
    case .real(let real):
      hasher.combine(1 as UInt8)
      if let integer = Int64(exactly: real) {
        hasher.combine(integer)
      } else {
        hasher.combine(real)
      }
    case .text(let text):
      hasher.combine(2 as UInt8)
      text.hashBytes(into: &hasher)
    case .blob(let bytes):
      hasher.combine(3 as UInt8)
      hasher.combine(bytes)
    }
  }
}

extension SQLiteValue {
  /// Whether this value is NULL, which SQL uses for a missing or unknown value.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The name of the storage class, as SQL's `typeof()` returns it.
  ///
  /// An error message gives this name instead of the value, because stored values must not appear
  /// in error messages.
  package var storageClass: String {
    switch self {
    case .null: "null"
    case .integer: "integer"
    case .real: "real"
    case .text: "text"
    case .blob: "blob"
    }
  }
}

extension String {
  /// Returns whether both strings have the same UTF-8 bytes. SQLite compares text in this way.
  ///
  /// Swift's `==` treats a composed and a decomposed "é" as equal, although their bytes differ.
  @usableFromInline
  package func hasSameBytes(as other: String) -> Bool {
    var (left, right) = (self, other)
    // A comparison of the UTF-8 views takes ten times as long. Each search for a cached statement
    // compares strings, so the speed matters.
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard left.count == right.count else { return false }
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return memcmp(first, second, left.count) == 0
      }
    }
  }

  package func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
