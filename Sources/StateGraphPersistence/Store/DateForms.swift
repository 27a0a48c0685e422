import Logging
import StateGraphSQLite
import StateGraphThreads

/// Knows which date columns of a table contain only dates in the library's own form.
///
/// SQLite compares such dates correctly by their texts, and can use an index for it. Other programs
/// may have written dates in other forms, such as `2026-03-01T09:30:00Z`. Queries then compare by
/// the collation ``Collation/date``. The first query that compares a column reads the whole column
/// once. Afterwards, each commit is checked for other forms.
final class DateForms: @unchecked Sendable {
  // SAFETY: only the thread that holds the write lock uses `inserter`. All other fields are
  // immutable, and the objects in them are thread-safe.

  private struct Known {
    let areNormal: Bool
    /// The number of commits when the column was examined.
    let since: UInt64
  }

  private let context: TableContext
  private let inserter: RowInserter
  /// The examined columns, by their index in the definition.
  private let known = Guarded<[Int: Known]>([:])

  init(_ context: TableContext, inserter: RowInserter) {
    (self.context, self.inserter) = (context, inserter)
  }

  /// Returns whether the calling thread sees only dates in the library's own form in a column.
  ///
  /// Returns false if that is unknown.
  func areNormal(_ column: Int, in database: Database) -> Bool {
    let found = known.withLock { $0[column] }
    if database.isWriting, context.watched.hasChanges {
      return found?.areNormal == true && inserter.hasOnlyOwnInsertions(nil)
    }
    if let snapshot = database.snapshot, let found, found.since > snapshot.commitCount {
      return false
    }
    if let found { return found.areNormal }
    // The statement that needs the answer reports the error, if the file cannot be read.
    return (try? examine(column, in: database)) ?? false
  }

  private func examine(_ column: Int, in database: Database) throws -> Bool {
    let layout = context.layout
    let name = layout.name(ofColumn: column)
    let number = database.snapshot?.commitCount ?? database.commitNumber
    let generation = context.state.withLock { $0.generation }
    let areNormal = try database.withReader { connection in
      try ComparisonFunctions.haveNormalForm(column: name, table: context.name, on: connection)
    }
    if !areNormal { warn(of: name, in: database) }
    // A commit in the meantime may have written other dates.
    guard database.commitNumber == number,
      context.state.withLock({ $0.generation == generation })
    else { return areNormal }
    known.withLock { $0[column] = Known(areNormal: areNormal, since: number) }
    return areNormal
  }

  private func warn(of column: String, in database: Database) {
    let update: SQL = """
      UPDATE \(table: context.name) SET \(column: column) = stategraph_date(\(column: column))
      """
    database.configuration.logger.warning(
      """
      The column \(column) of \(context.name) contains dates in another form than this library \
      writes. Queries compare them by a function, and use no index. To store them in the library's \
      form, run once by Database.execute: \(update.text)
      """
    )
  }

  /// Updates the knowledge for one commit.
  ///
  /// - Parameter isOwn: Whether the commit has only inserted entities, whose dates have the
  ///   library's form.
  func didCommit(_ changes: TableChanges?, schemaChanged: Bool, isOwn: Bool) {
    guard changes != nil || schemaChanged, !isOwn else { return }
    let layout = context.layout
    known.withLock { known in
      guard !schemaChanged, case .rows(let rows) = changes else {
        known = [:]
        return
      }
      for column in known.keys {
        let index = layout.indexes[layout.keyCount + column]
        if rows.contains(where: { $0.new?.hasOtherDate(at: index) ?? false }) {
          known[column] = Known(areNormal: false, since: 0)
        } else if rows.contains(where: { $0.old?.hasOtherDate(at: index) ?? false }) {
          known[column] = nil
        }
      }
    }
  }
}

extension RowImage {
  fileprivate func hasOtherDate(at index: Int) -> Bool {
    withExtendedLifetime(self) {
      let cell = cell(at: index)
      return cell.storageClass == .text && !cell.isNormalDate
    }
  }
}
