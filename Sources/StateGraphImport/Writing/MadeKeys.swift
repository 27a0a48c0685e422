import StateGraphFormats
import StateGraphSQLite

/// Makes the keys of records for which the inputs have none.
///
/// A content key is a digest of the record, with the number of earlier equal records. The same
/// inputs therefore give the same keys. With the policy ``MissingKeyPolicy/append``, an INTEGER key
/// is the next number.
///
/// Only the thread that runs the import uses this object.
final class MadeKeys {
  private let appends: Bool
  private let connection: Connection
  private var topLevel: [ObjectIdentifier: ContentOrdinals] = [:]
  private var nextNumbers: [ObjectIdentifier: Int64] = [:]
  /// The number of the current top-level record, which is taken back if the record is not written.
  private var current: Numbered?
  /// The number of each deferred record. Deferred records wait until all inputs have been read.
  private var deferred: [Numbered] = []

  /// The number of a record among the records with the same digest, which makes its key unique.
  private struct Numbered {
    let ordinals: ContentOrdinals
    let digest: UInt64
    let number: Int

    func takeBack() { ordinals.takeBack(number, of: digest) }
  }

  /// The records with which a new record is compared, to count equal records.
  enum Scope {
    /// All top-level records of the import.
    case topLevel
    /// The elements of one array.
    case array(ContentOrdinals)
    /// Equal records are one row.
    case shared
  }

  init(_ request: ImportRequest, on connection: Connection) {
    appends = request.missingKeys == .append
    self.connection = connection
  }

  /// Returns the index of the key column for which the import makes values. Nil if the import makes
  /// no keys for this table.
  func index(_ table: TablePlan) -> Int? {
    table.contentKeyIndex ?? (appends && table.keyIsRowID ? table.keyIndexes[0] : nil)
  }

  /// Sets the key of a record that has none, if the import makes the keys of its table.
  ///
  /// - Parameter nested: The text of the arrays in the record, which is a part of its content.
  func complete(
    _ cells: inout [Cell],
    of table: TablePlan,
    among scope: Scope,
    nested: () -> [UInt8] = { [] }
  ) throws(ImportError) {
    guard let index = index(table), !cells[index].hasValue else { return }
    guard table.contentKeyIndex == nil else {
      cells[index] = .text(contentKey(cells, table: table, scope: scope, nested: nested()))
      return
    }
    let name = ObjectIdentifier(table)
    var number = nextNumbers[name]
    if number == nil { number = try firstNumber(table) }
    guard let number, number < .max else {
      throw ImportError(
        .constraint,
        "table \(printable(table.name)) has the largest possible key, so no number follows",
        remedy: "Give the records keys"
      )
    }
    nextNumbers[name] = number + 1
    cells[index] = .integer(number)
  }

  /// Ends the current top-level record, which has been written and keeps its number.
  func didWriteRecord() { current = nil }

  /// Takes back the number of the current top-level record, which was rejected. A later equal
  /// record gets this number.
  func takeBack() {
    current?.takeBack()
    current = nil
  }

  /// Reserves the number of the current top-level record until all inputs have been read.
  func deferRecord() {
    if let current { deferred.append(current) }
    current = nil
  }

  /// Takes back the numbers of all deferred records. The import calls this before it reads these
  /// records again and makes their keys.
  func takeBackDeferred() {
    for record in deferred { record.takeBack() }
    deferred = []
  }

  private func contentKey(
    _ cells: [Cell],
    table: TablePlan,
    scope: Scope,
    nested: [UInt8]
  ) -> String {
    var content: [UInt8] = []
    var value = KeyBuffer()
    for index in cells.indices where cells[index].hasValue {
      content += FoldedName.key(table.column(index).name) + [0]
      if value.encode(cells, indexes: [index]) {
        value.withBytes { content.append(contentsOf: $0) }
      }
    }
    let digest = SHA256.hexadecimal(of: content + nested).prefix(32)
    let short = UInt64(digest.prefix(16), radix: 16) ?? 0
    let number: Int
    switch scope {
    case .shared: number = 0
    case .array(let ordinals): number = ordinals.next(short)
    case .topLevel:
      let ordinals = topLevel[ObjectIdentifier(table)] ?? ContentOrdinals()
      topLevel[ObjectIdentifier(table)] = ordinals
      number = ordinals.next(short)
      current = Numbered(ordinals: ordinals, digest: short, number: number)
    }
    return number == 0 ? String(digest) : "\(digest)-\(number)"
  }

  private func firstNumber(_ table: TablePlan) throws(ImportError) -> Int64 {
    let value = try convertingDatabaseErrors { () throws(DatabaseError) in
      try connection.firstValue(
        "SELECT max(\(column: table.schema.primaryKey[0])) FROM main.\(table: table.name)"
      )
    }
    guard case .integer(let last)? = value else { return 1 }
    return last == .max ? .max : last + 1
  }
}
