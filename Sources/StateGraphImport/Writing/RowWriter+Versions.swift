import StateGraphFormats
import StateGraphSQLite

/// Writes the rows that wait until the last record was read.
extension RowWriter {
  /// Writes the stored versions to their rows in the file. Call this after the last record.
  ///
  /// - Parameter place: Returns the position of the record with a key, for an error message.
  func writeVersions(_ place: ([Cell]) -> InputPlace?) throws(ImportError) {
    scan?.end()
    guard let versions else { return }
    counts.removed += try convertingDatabaseErrors(versions.removeMarkedRows)
    guard versions.waits else {
      return try writeWaiting(place) { (error) throws(ImportError) in throw error }
    }
    do {
      recount(unchangedAsUpdated: try versions.write())
    } catch {
      throw ImportError(error)
    }
  }

  /// Writes the rows that wait for the unique values of other rows.
  ///
  /// - Parameters:
  ///   - place: Returns the position of the record with a key, for an error message.
  ///   - refused: Receives the error for a row whose values another row still has.
  func writeWaiting(
    _ place: ([Cell]) -> InputPlace?,
    refused: (ImportError) throws(ImportError) -> Void
  ) throws(ImportError) {
    guard let versions, versions.mayWait else { return }
    let rows = try versions.writeWaiting(place, refused: refused)
    recount(unchangedAsUpdated: rows.updated)
    counts.unchanged -= rows.inserted
    counts.inserted += rows.inserted
  }
}
