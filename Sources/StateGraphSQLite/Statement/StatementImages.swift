/// A sequence of the rows that a statement returns. Each element is a `RowImage`, a copy of one
/// row.
package final class StatementImages: Sequence, IteratorProtocol {
  /// The error that ended the sequence early, or nil if no step of the statement has failed.
  ///
  /// Check this property after the last element, because `next()` cannot throw.
  package private(set) var failure: DatabaseError?
  private let statement: Statement
  private let columnCount: Int
  private var isFirst = true
  private let didBegin: () -> Void

  /// Creates the sequence. The first call of `next()` runs the first step of the statement.
  ///
  /// - Parameters:
  ///   - statement: A statement whose values are bound and that is not running.
  ///   - columnCount: The number of columns in each copied row.
  ///   - didBegin: Called after the first step, which determines the commit that the statement
  ///     reads.
  package init(of statement: Statement, columnCount: Int, didBegin: @escaping () -> Void) {
    (self.statement, self.columnCount, self.didBegin) = (statement, columnCount, didBegin)
  }

  deinit { statement.reset() }

  package func next() -> RowImage? {
    guard failure == nil else { return nil }
    do throws(DatabaseError) {
      let hasRow = try statement.step()
      if isFirst { didBegin() }
      isFirst = false
      return hasRow ? statement.image(columnCount) : nil
    } catch {
      failure = error
      return nil
    }
  }
}
