/// The kind of crash that is simulated by
/// ``DatabaseFaults/everyCrash(_:pointLimit:of:fileID:filePath:line:column:after:)``.
public enum CrashModel: Sendable {
  /// The process ends, for example by SIGKILL. The operating system keeps each completed write.
  case processEnd
  /// The computer loses its power. The writes to a file since its last flush may be lost, all or
  /// some of them, and independently of other files.
  case powerLoss
}
