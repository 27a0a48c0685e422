import CSQLite

/// The transactions in which a writer connection records the changed rows.
package enum ChangeRecording: Sendable {
  case always
  /// The connection records only while other processes read the commits of the file.
  ///
  /// This case is for a program that does not use the recorded changes itself. Recording makes an
  /// import about 4 % slower per row.
  case whereFollowed
  case never
}

extension WriterConnection {
  /// Chooses when the connection records changed rows. Call this outside of a transaction.
  package func recordChanges(_ when: ChangeRecording) {
    recording = when
    setRecording(when == .always)
  }

  /// Installs or removes SQLite's preupdate hook, which records the rows.
  ///
  /// Call this outside of a transaction, or at the beginning of one that has changed nothing.
  func setRecording(_ isOn: Bool) {
    guard isOn != isRecordingChanges else { return }
    isRecordingChanges = isOn
    guard isOn else {
      sqlite3_preupdate_hook(handle, nil, nil)
      return
    }
    changeLog.install(on: handle)
    // Installing the authorizer a second time makes SQLite compile all statements again. A
    // statement that was compiled without the hook could delete all rows of a table without calling
    // the hook.
    authorizer.install(on: handle)
  }
}
