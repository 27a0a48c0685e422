/// The progress of a database's open write.
package struct OpenWrite {
  private let database: Database

  package init(of database: Database) { self.database = database }

  /// A number that grows with each row change in this thread's open write. 0 outside of a write.
  ///
  /// A caller that has stored an earlier number can thus tell whether its copies of rows may be
  /// outdated.
  package var changePosition: Int {
    database.isWriting ? database.writers.writer?.changeLog.position ?? 0 : 0
  }

  /// The number of writes of other threads that wait for the open write. Any thread may read this
  /// property, whose value may be outdated.
  package var waitingCount: Int { database.writerLock.waitingCount }
}
