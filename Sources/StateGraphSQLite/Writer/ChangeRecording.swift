import CSQLite

/// When a writer records the rows that its transactions change.
package enum ChangeRecording: Sendable {
  case always
  /// While other processes follow the file. For a program that needs no changes itself: the hook
  /// costs an import about 4 % per row.
  case whereFollowed
  case never
}

/// Turns the preupdate hook of a writer on and off. Confined to the holder of the writer.
final class ChangeRecorder {
  /// Whether the hook is installed.
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
    // Expires the statements that were compiled without the hook. Among them may be a DELETE of all
    // rows, even in a trigger, which would truncate its table without calling the hook.
    connection.authorizer.install(on: connection.handle)
  }
}
