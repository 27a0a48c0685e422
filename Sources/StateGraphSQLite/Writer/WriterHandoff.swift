/// The parts of a writer connection that its replacement takes over: the list of watched tables,
/// the interprocess write lock, and the files that the replacement must find at the path.
package struct WriterHandoff {
  let changeLog: ChangeLog
  let writeLock: InterprocessWriteLock?
  let files: DatabaseFiles?
}
