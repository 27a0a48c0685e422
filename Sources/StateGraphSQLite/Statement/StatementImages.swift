/// A sequence of the rows of a statement, as images.
package final class StatementImages: Sequence, IteratorProtocol {
  /// The error that ended the sequence early; nil if there was none.
  package private(set) var failure: DatabaseError?
  private let statement: Statement
  private let columnCount: Int
  private var isFirst = true
  private let didBegin: () -> Void

  /// - Parameters:
  ///   - statement: A statement that is bound and not running.
  ///   - columnCount: How many columns each image has.
  ///   - didBegin: Called after the first step, which fixes the commit that the statement reads.
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
