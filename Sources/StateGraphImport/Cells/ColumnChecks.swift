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

  /// The rules that allow only 0 and 1, without blanks, behind the name of the column.
  private static let rules = [
    "in(0,1)", "in(1,0)", "in(false,true)", "in(true,false)", "between0and1",
  ].map { Array($0.utf8) }

  /// Returns the names of all columns with a constraint such as `CHECK (name IN (0, 1))`. The
  /// constraint may also allow NULL, before or behind the rule.
  ///
  /// This method reads the SQL of the table once for all columns, because a table can have 2,000 of
  /// them.
  private static func booleans(in sql: [UInt8]) -> Set<[UInt8]> {
    let check = Array("check(".utf8)
    let isNull = Array("isnullor".utf8)
    var names: Set<[UInt8]> = []
    var start: Int?
    for index in sql.indices where Array("cib".utf8).contains(sql[index]) {
      let rest = sql[index...]
      if rest.starts(with: check) {
        start = index + check.count
      } else if let first = start, let rule = rules.first(where: { rest.starts(with: $0) }) {
        let behind = rest.dropFirst(rule.count)
        guard behind.first == UInt8(ascii: ")") || behind.starts(with: Array("or".utf8)) else {
          continue
        }
        var name = Array(sql[first..<index])
        // `name IS NULL OR name` has the name twice.
        let length = (name.count - isNull.count) / 2
        if length > 0, name[length...].starts(with: isNull) { name = Array(name[..<length]) }
        names.insert(name)
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
