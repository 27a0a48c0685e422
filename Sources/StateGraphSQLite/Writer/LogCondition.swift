/// What a writer connection knows about the flushes of its log.
enum LogCondition: Sendable {
  /// No flush has failed. If one fails, a later flush by this connection reports it.
  case sound
  /// The log had commits when the connection opened it. A flush of them may have failed before, and
  /// no later flush reports this.
  case unproven
  /// A flush has failed. The disk may lack a part of the log, although a later flush succeeds.
  case failed
}
