/// An index over one or several columns of an entity's table. Pass it to
/// ``Entity(id:keys:table:renamedFrom:key:indexes:)``.
///
/// ```swift
/// @Entity(id: String.self, indexes: .unique("email", where: "deleted_at IS NULL"))
/// ```
///
/// A column that refers to another entity can be named without its suffix `_id`.
///
/// An index with a condition contains only the rows for which the condition is true (a partial
/// index). The condition is SQL, and names columns as the table does. SQLite uses such an index for
/// a query only if the query's condition contains the same condition.
public struct TableIndex: Sendable {
  package let columns: [String]
  package let isUnique: Bool
  /// The condition of a partial index, as SQL, or nil for an index of all rows.
  package let condition: StaticString?

  /// Declares an index over these columns, in this order.
  public static func index(_ columns: String...) -> TableIndex {
    TableIndex(columns: columns, isUnique: false, condition: nil)
  }

  /// Declares an index over these columns, in this order, of the rows that match a condition.
  public static func index(_ columns: String..., where condition: StaticString) -> TableIndex {
    TableIndex(columns: columns, isUnique: false, condition: condition)
  }

  /// Declares a unique index. No two rows may have the same values in all of these columns.
  public static func unique(_ columns: String...) -> TableIndex {
    TableIndex(columns: columns, isUnique: true, condition: nil)
  }

  /// Declares a unique index of the rows that match a condition. No two of these rows may have the
  /// same values in all of the columns.
  public static func unique(_ columns: String..., where condition: StaticString) -> TableIndex {
    TableIndex(columns: columns, isUnique: true, condition: condition)
  }
}
