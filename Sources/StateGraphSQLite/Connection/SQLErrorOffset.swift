import CSQLite

/// The position of an error in SQL.
package enum SQLErrorOffset {
  /// Compiles `sql`, and returns the position of its error in bytes.
  ///
  /// - Returns: Nil if SQLite does not know the position, as before version 3.38, or if the SQL has
  ///   no error.
  package static func find(in sql: String, on connection: Connection) -> Int? {
    do throws(DatabaseError) {
      _ = try connection.prepare(sql)
      return nil
    } catch {
      let offset = csqlite_error_offset(connection.handle)
      return offset < 0 ? nil : Int(offset)
    }
  }
}
