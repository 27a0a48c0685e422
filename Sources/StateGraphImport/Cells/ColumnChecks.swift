import StateGraphFormats
import StateGraphSQLite

/// Finds the columns of a table that are declared for booleans.
///
/// A declaration is the type BOOL or BOOLEAN, or a constraint such as `CHECK (name IN (0, 1))`.
struct ColumnChecks {
  /// The names of the columns with a constraint such as `CHECK (name IN (0, 1))`, in lower case,
  /// without blanks and quotes.
  private let booleans: Set<[UInt8]>

  init(_ table: TableSchema) { booleans = Self.booleans(in: Self.compact(table.sql)) }

  /// Returns whether a column is declared for booleans, which are stored as 1 and 0.
  func isBoolean(_ column: ColumnSchema) -> Bool {
    if ["BOOL", "BOOLEAN"].contains(column.declaredType.uppercased()) { return true }
    return booleans.contains(Self.compact(column.name))
  }

  /// Returns the names of all columns with a constraint such as `CHECK (name IN (0, 1))`.
  ///
  /// This method reads the SQL of the table once for all columns, because a table can have 2,000 of
  /// them.
  private static func booleans(in sql: [UInt8]) -> Set<[UInt8]> {
    let check = Array("check(".utf8)
    let ends = [Array("in(0,1))".utf8), Array("in(1,0))".utf8)]
    var names: Set<[UInt8]> = []
    var start: Int?
    for index in sql.indices where sql[index] == check[0] || sql[index] == ends[0][0] {
      let rest = sql[index...]
      if rest.starts(with: check) {
        start = index + check.count
      } else if let first = start, ends.contains(where: { rest.starts(with: $0) }) {
        names.insert(Array(sql[first..<index]))
        start = nil
      }
    }
    return names
  }

  private static let quotes = Array("\"`[]".utf8)

  private static func compact(_ text: String) -> [UInt8] {
    FoldedName.fold(text).utf8.filter { $0 > 32 && !quotes.contains($0) }
  }
}
