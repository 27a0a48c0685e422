/// The foreign keys of a database whose rows refer to missing rows.
package enum BrokenReferences {
  /// Returns the pairs of tables of which the first has rows that refer to missing rows of the
  /// second.
  ///
  /// SQLite ends its check at a foreign key whose parent columns are not unique, which no row can
  /// satisfy. The tables with such keys are then left out.
  package static func pairs(
    on connection: Connection
  ) throws(DatabaseError) -> [(child: String, parent: String)] {
    let check: SQL = "SELECT DISTINCT \"table\", parent FROM pragma_foreign_key_check"
    var found: [SQLiteRow] = []
    do throws(DatabaseError) {
      found = try connection.rows(check + " ORDER BY 1, 2")
    } catch {
      guard error.code == .invalidSQL else { throw error }
      let tables: SQL = """
        SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' ORDER BY name
        """
      for row in try connection.rows(tables) {
        guard case .text(let table) = row[0] else { continue }
        if let broken = try? connection.rows(check + "(\(table)) ORDER BY 2") { found += broken }
      }
    }
    return found.compactMap { row in
      guard case .text(let child) = row[0], case .text(let parent) = row[1] else { return nil }
      return (child, parent)
    }
  }
}
