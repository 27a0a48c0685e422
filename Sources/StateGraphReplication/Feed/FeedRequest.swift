/// Where a feed begins, and what it expects of the server.
package struct FeedRequest: Sendable {
  package let slot: SlotName
  package let publication: ServerName
  /// The file contains everything before this position.
  package let position: LogPosition
  /// The identity that the server had when the file was reconciled, or nil to accept each server.
  package let system: String?
  package let timeline: Int?
  /// The newest transaction that the file has received from the slot.
  package var newest = NewestTransaction.unknown

  package var limits = ReplicationLimits()
  /// The folder for the temporary files of large transactions.
  package var spoolDirectory = "/var/tmp"
  /// After how many bytes of the server's log, without a transaction for the file, a batch tells
  /// the new position. A small number writes often to an idle file. A large one keeps more of the
  /// server's log.
  package var idleBytes: UInt64 = 1 << 20
  /// Without a sign of life for this time, the server counts as dead.
  package var silenceLimit = Duration.seconds(9)
  /// Called on the receiving thread before it handles a message, for tests that delay the thread.
  package var willHandle: @Sendable () -> Void = {}

  package init(
    slot: SlotName,
    publication: ServerName,
    position: LogPosition,
    system: String? = nil,
    timeline: Int? = nil
  ) {
    self.slot = slot
    self.publication = publication
    self.position = position
    self.system = system
    self.timeline = timeline
  }
}
