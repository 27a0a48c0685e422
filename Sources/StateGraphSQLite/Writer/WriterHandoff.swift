/// The parts of a writer connection that its replacement takes over: the list of watched tables,
/// the interprocess write lock, the files that the replacement must find at the path, and whether a
/// flush of their log has failed.
package struct WriterHandoff {
  let changeLog: ChangeLog
  let writeLock: InterprocessWriteLock?
  let files: DatabaseFiles?
  let logHasFailed: Bool
}
