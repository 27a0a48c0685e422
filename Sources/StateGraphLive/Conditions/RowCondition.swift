package import StateGraphRows

/// A condition over the columns of one image, evaluated where they lie, as SQLite evaluates it:
/// true or not, which is false or unknown.
///
/// Constants are what SQLite would convert them to before it compares, so that a cell is compared
/// as it is. What only SQLite can decide has no condition here, and is asked of SQLite.
package indirect enum RowCondition: Hashable, Sendable {
  case and([RowCondition])
  case or([RowCondition])
  case not(RowCondition)
  /// A column with a constant, which is not NULL.
  case compare(Int, Comparison, RowConstants, Collation)
  /// Two columns. `equal` and `notEqual` are IS and IS NOT.
  case compareColumns(Int, Comparison, Int, Collation)
  /// A column with a set of constants in the order of the collation, none of them NULL.
  case isOneOf(Int, RowConstants, Collation)
  case isNull(Int)
  case matches(Int, TextMatch)

  package enum Comparison: Hashable, Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  }

  /// What the bytes of a column of text are compared with.
  package enum TextMatch: Hashable, Sendable {
    case suffix([UInt8]), infix([UInt8])
    case like(LikeMatcher)
  }

  package static var always: RowCondition { .and([]) }
  package static var never: RowCondition { .or([]) }

  /// Whether it holds for the row.
  package func holds(_ image: RowImage) -> Bool {
    switch self {
    case .and(let parts):
      for part in parts where !part.holds(image) { return false }
      return true
    case .or(let parts):
      for part in parts where part.holds(image) { return true }
      return false
    case .not(let part): return !part.holds(image)
    case .compare(let column, let comparison, let constant, let collation):
      return withExtendedLifetime((image, constant)) {
        comparison.holds(image.cell(at: column), constant.image.cell(at: 0), collation)
      }
    case .compareColumns(let left, let comparison, let right, let collation):
      return withExtendedLifetime(image) {
        comparison.holds(image.cell(at: left), image.cell(at: right), collation)
      }
    case .isOneOf(let column, let constants, let collation):
      return withExtendedLifetime((image, constants)) {
        constants.contains(image.cell(at: column), collation)
      }
    case .isNull(let column): return image.storageClass(at: column) == .null
    case .matches(let column, let match):
      return withExtendedLifetime(image) { match.holds(image.cell(at: column)) }
    }
  }
}

extension RowCondition.Comparison {
  /// NULL is equal to NULL only, and neither before nor behind anything.
  @inline(__always)
  func holds(_ left: RowCell, _ right: RowCell, _ collation: Collation) -> Bool {
    switch self {
    case .equal: return left.isEqual(to: right, collation)
    case .notEqual: return !left.isEqual(to: right, collation)
    default: break
    }
    guard left.storageClass != .null, right.storageClass != .null else { return false }
    let order = left.compare(to: right, collation)
    return switch self {
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    default: order >= 0
    }
  }

  /// Of two values, text byte by byte.
  package func holds(_ left: SQLiteValue, _ right: SQLiteValue) -> Bool {
    left.withCell { left in right.withCell { holds(left, $0, .binary) } }
  }

  /// The same with the two sides in each other's place.
  package var flipped: Self {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

extension RowCondition.TextMatch {
  func holds(_ cell: RowCell) -> Bool {
    switch self {
    case .suffix(let bytes):
      guard cell.hasBytes, cell.byteCount >= bytes.count else { return false }
      return cell.buffer.suffix(bytes.count).elementsEqual(bytes)
    case .infix(let bytes): return cell.hasBytes && cell.contains(bytes)
    case .like(let matcher): return matcher.matches(cell)
    }
  }
}

extension RowCell {
  fileprivate var hasBytes: Bool { storageClass == .text || storageClass == .blob }

  /// Byte for byte. What `instr` finds from character to character is the same where `part` begins
  /// with one.
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    let last = byteCount - part.count
    guard last >= 0 else { return false }
    let buffer = buffer
    for start in 0...last where buffer[start] == first {
      if buffer[start..<(start + part.count)].elementsEqual(part) { return true }
    }
    return false
  }
}
