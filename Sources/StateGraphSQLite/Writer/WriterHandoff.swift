/// The parts of a writer connection that its replacement takes over: the list of watched tables,
/// and the interprocess write lock.
package struct WriterHandoff {
  let changeLog: ChangeLog
  let writeLock: InterprocessWriteLock?
}
