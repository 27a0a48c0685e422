/// The rows of a statement, one after the other, as images.
package final class StatementImages: Sequence, IteratorProtocol {
  /// Why the rows have ended early; nil where they have not.
  package private(set) var failure: DatabaseError?
  private let statement: Statement
  private let columnCount: Int
  private var isFirst = true
  private let didBegin: () -> Void

  /// - Parameter didBegin: Called when the first row is known: from then on the statement reads one
  ///   commit.
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
