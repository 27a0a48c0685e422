/// The parts of a writer connection that the connection in its place takes over: the watched
/// tables, and the interprocess write lock.
package struct WriterHandoff {
  let changeLog: ChangeLog
  let writeLock: InterprocessWriteLock?
}
