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

/// Turns the recording of changed rows on and off.
///
/// SQLite's preupdate hook records the rows. Only the thread that holds the writer connection may
/// use this object.
final class ChangeRecorder {
  /// Whether the preupdate hook is installed, so that changed rows are recorded.
  private(set) var isOn = true
  private var mode = ChangeRecording.always
  private let changeLog: ChangeLog

  init(_ changeLog: ChangeLog) {
    self.changeLog = changeLog
  }

  func choose(_ mode: ChangeRecording, on connection: Connection) {
    self.mode = mode
    set(mode == .always, on: connection)
  }

  func begin(isFollowed: Bool, on connection: Connection) {
    if mode == .whereFollowed { set(isFollowed, on: connection) }
  }

  private func set(_ isOn: Bool, on connection: Connection) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    guard isOn else {
      sqlite3_preupdate_hook(connection.handle, nil, nil)
      return
    }
    changeLog.install(on: connection.handle)
    // Installing the authorizer a second time makes SQLite compile all statements again. A
    // statement that was compiled without the hook could delete all rows of a table without calling
    // the hook.
    connection.authorizer.install(on: connection.handle)
  }
}
