import StateGraphFormats
import StateGraphSQLite

extension TablePlan {
  /// Returns a query of the rows of an array that the record with the array does not contain any
  /// more: their rowids or NULL, and their primary keys.
  ///
  /// - Parameters:
  ///   - owner: The columns that refer to the record, with their values.
  ///   - column: The column by which the rows of one array differ. `kept` are its values now.
  func rows(
    of owner: [(column: Int, cell: Cell)],
    where column: Int,
    isNotIn kept: [Cell]
  ) -> SQL {
    let conditions = owner.map {
      "\(column: self.column($0.column).name) = \(SQLiteValue($0.cell))" as SQL
    }
    let rowID: SQL = rowIDName.map { "\(SQL(text: $0))" } ?? "NULL"
    return """
      SELECT \(rowID), \(columns: schema.primaryKey) FROM main.\(table: name)
      WHERE \(conditions, separator: " AND ")
      AND \(column: self.column(column).name) NOT IN \(kept.map { SQLiteValue($0) })
      """
  }

  /// Runs `body`, and converts its errors to an ``ImportError`` with the table name and the
  /// record's position.
  @inline(__always)
  func locating<Result>(
    _ places: some RowPlaces,
    body: () throws -> Result
  ) throws(ImportError) -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw ImportError(error, writing: self, at: places)
    } catch let error as ImportError {
      throw error
    } catch {
      throw ImportError(.database, "the row could not be written", cause: error)
    }
  }

  func missingColumn(_ cells: [Cell], places: some RowPlaces) -> ImportError {
    let index = requiredIndexes.first { !cells[$0].hasValue } ?? 0
    return ImportError(
      .missingValue,
      "a new row of table \(printable(name)) needs a value in column "
        + printable(column(index).name),
      remedy: "Give the value (an empty text is written \"\"), or import the row itself first",
      place: places.place(ofColumn: index)
    )
  }
}
