import CSQLite

extension Connection {
  /// Takes off the hook that sees every changed row, for a writer that nobody asks what it changed.
  package func stopRecordingChanges() {
    sqlite3_preupdate_hook(handle, nil, nil)
    isRecordingChanges = false
  }
}
