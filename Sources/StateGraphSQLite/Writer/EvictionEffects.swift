/// The tables in which SQLite may delete or change rows when a REPLACE deletes rows of one table.
///
/// Foreign keys cause these changes, by actions such as ON DELETE CASCADE.
struct EvictionEffects {
  private enum Action { case delete, change }

  /// The names of the tables whose rows may be deleted. ASCII letters are in lower case, because
  /// SQLite ignores their case.
  private var deleted: Set<SQLiteValue>
  /// The names of the tables whose rows may be changed, in lower case.
  private var changed: Set<SQLiteValue> = []
  private let table: SQLiteValue

  /// Follows the foreign keys of the file from the table `table`.
  ///
  /// - Parameters:
  ///   - table: The table whose rows are deleted.
  ///   - connection: A connection that reads the foreign keys of the file.
  init(ofDeletingFrom table: String, on connection: Connection) throws(DatabaseError) {
    self.table = try connection.firstValue("SELECT lower(\(table))") ?? .null
    deleted = [self.table]
    let keys = try connection.rows(
      """
      SELECT lower(m.name), lower(f."table"), f.on_delete, f.on_update
      FROM main.sqlite_schema AS m, pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table'
      """
    )
    var count = 0
    repeat {
      count = deleted.count + changed.count
      for key in keys {
        let (child, parent) = (key[0], key[1])
        if deleted.contains(parent) {
          switch EvictionEffects.action(key[2]) {
          case .delete: deleted.insert(child)
          case .change: changed.insert(child)
          case nil: break
          }
        }
        if changed.contains(parent), EvictionEffects.action(key[3]) != nil { changed.insert(child) }
      }
    } while deleted.count + changed.count > count
  }

  /// Whether the deletion of a row may change other rows of the same table. If true, the statement
  /// `UPDATE OR REPLACE` can damage the table.
  var mayChangeOtherRows: Bool { changed.contains(table) }

  private static func action(_ value: SQLiteValue) -> Action? {
    switch value {
    case .text("CASCADE"): .delete
    case .text("SET NULL"), .text("SET DEFAULT"): .change
    default: nil
    }
  }
}

extension WriterConnection {
  /// Refuses an `UPDATE OR REPLACE` that may damage the table, as ``ReplacingUpdate`` describes.
  /// Call this before a statement of the user runs.
  ///
  /// - Throws: `.misuse` if deleting a row of the table may change other rows of the same table.
  package func requireSafeReplacement(by statement: Statement) throws(DatabaseError) {
    guard let table = statement.replacingUpdate?.table, !statement.isReadOnly,
      try EvictionEffects(ofDeletingFrom: table, on: self).mayChangeOtherRows
    else { return }
    throw DatabaseError(
      .misuse,
      "UPDATE OR REPLACE cannot be run on the table \(table). If the update replaces a row, SQLite "
        + "may undo ON DELETE SET NULL or SET DEFAULT in the updated row.",
      remedy: "Delete the row that is in the way first, and update without OR REPLACE.",
      sql: statement.sql
    )
  }
}
