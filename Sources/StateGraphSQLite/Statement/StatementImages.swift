/// A sequence of the rows of a statement, each copied as a row image.
package final class StatementImages: Sequence, IteratorProtocol {
  /// The error that ended the sequence early; nil if there was none.
  package private(set) var failure: DatabaseError?
  private let statement: Statement
  private let columnCount: Int
  private var isFirst = true
  private let didBegin: () -> Void

  /// - Parameters:
  ///   - statement: A statement that is bound and not running.
  ///   - columnCount: The number of columns in each image.
  ///   - didBegin: Called after the first step. That step determines the commit that the statement
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
