import CSQLite

/// When a writer keeps what its transactions change.
package enum ChangeRecording: Sendable {
  case always
  /// While others follow the file, who are told: for a program that asks for nothing itself. The
  /// hook costs a row of an import some 4 %.
  case whereFollowed
  case never
}

extension Connection {
  /// Not inside a transaction.
  package func recordChanges(_ when: ChangeRecording) {
    changeRecording = when
    setRecording(when == .always)
  }

  /// Call at the beginning of a transaction that has changed nothing.
  func beginRecording(isFollowed: Bool) {
    if changeRecording == .whereFollowed { setRecording(isFollowed) }
  }

  private func setRecording(_ isOn: Bool) {
    guard let changeLog, isOn != isRecordingChanges else { return }
    isRecordingChanges = isOn
    guard isOn else {
      sqlite3_preupdate_hook(handle, nil, nil)
      return
    }
    changeLog.install(on: handle)
    // Expires what was compiled without the hook: a DELETE of all rows, in a trigger perhaps, that
    // would truncate its table without a word.
    authorizer.install(on: handle)
  }
}
