/// The place in the source code that began a write, for traces.
package struct WritePlace: Sendable {
  /// The file that called `write`, for example "Module/File.swift".
  ///
  /// For a write that the library began for the program, such as an assignment to a property, it is
  /// a file of the library.
  package let fileID: StaticString
  package let line: UInt

  /// The place of a write that the library began.
  package static let library = WritePlace("StateGraphSQLite/WritePlace.swift", line: #line)

  package init(_ fileID: StaticString, line: UInt) {
    (self.fileID, self.line) = (fileID, line)
  }

  /// The place that began this thread's write. Nil if this thread publishes the commit of another
  /// process, or holds no write lock.
  package static func current(in database: Database) -> WritePlace? {
    database.writerLock.isHeldByCurrentThread ? database.transactions.origin : nil
  }
}
