import StateGraphFormats
import StateGraphSQLite

/// A temporary table with the records of one ``RecordShape``. Each row also has the number of its
/// enclosing record, so that SQL can join the two.
final class StagingTable {
  let name: String
  private let connection: Connection
  private var columnCount = 0
  private var insert: Statement?

  init(_ name: String, on connection: Connection) throws(ImportError) {
    self.name = name
    self.connection = connection
    do {
      try connection.run(
        """
        CREATE TEMP TABLE \(table: name)
          (row INTEGER PRIMARY KEY, parent INTEGER, position INTEGER, bare INTEGER)
        """
      )
    } catch {
      throw ImportError(error)
    }
  }

  static func column(_ index: Int) -> String { "c\(index)" }

  func addColumn() throws(ImportError) {
    insert = nil
    let column = Self.column(columnCount)
    columnCount += 1
    do {
      try connection.run("ALTER TABLE temp.\(table: name) ADD COLUMN \(column: column)")
    } catch {
      throw ImportError(error)
    }
  }

  /// Inserts one record as a row of the temporary table.
  ///
  /// - Parameters:
  ///   - row: The number of the record, counted from 1.
  ///   - parent: The number of the enclosing record. Nil if the record is not nested.
  ///   - position: The index of the record in its array.
  ///   - isBare: Whether one member of the record is not null, which may be a key, and all others
  ///     are null.
  ///   - values: The values in the order of the columns. Missing values at the end become NULL.
  func insert(
    row: Int64,
    parent: Int64?,
    position: Int,
    isBare: Bool,
    values: [SQLiteValue]
  ) throws(ImportError) {
    do {
      let statement = try insertStatement()
      try statement.bind(SQLiteValue.integer(row), at: 1)
      try statement.bind(parent.map { SQLiteValue.integer($0) } ?? SQLiteValue.null, at: 2)
      try statement.bind(SQLiteValue.integer(Int64(position)), at: 3)
      try statement.bind(SQLiteValue.integer(isBare ? 1 : 0), at: 4)
      for index in 0..<columnCount {
        try statement.bind(index < values.count ? values[index] : SQLiteValue.null, at: index + 5)
      }
      try statement.run()
    } catch {
      throw ImportError(error)
    }
  }

  /// Replaces the empty texts of a column by NULL.
  func removeEmptyTexts(fromColumn index: Int) throws(ImportError) {
    let column = Self.column(index)
    do {
      try connection.run(
        """
        UPDATE temp.\(table: name) SET \(column: column) = NULL WHERE \(column: column) = ''
        """
      )
    } catch {
      throw ImportError(error)
    }
  }

  private func insertStatement() throws(DatabaseError) -> Statement {
    if let insert { return insert }
    let places = [SQL](repeating: "?", count: columnCount + 4)
    let text: SQL = "INSERT INTO temp.\(table: name) VALUES (\(places, separator: ", "))"
    let statement = try connection.prepare(text.text)
    insert = statement
    return statement
  }
}
