/// The objects that a new writer connection takes over from the connection that it replaces: the
/// change log with its watched tables, and the interprocess write lock.
package struct WriterHandoff {
  let changeLog: ChangeLog
  let writeLock: InterprocessWriteLock?
}
