/// A report to the server: up to where this machine has received, flushed and applied the log.
package struct StandbyStatus: Hashable, Sendable {
  package var written: LogPosition
  /// The server may forget all changes before this position.
  package var flushed: LogPosition
  package var applied: LogPosition
  /// Whether the server must answer at once.
  package var wantsReply: Bool

  package init(
    written: LogPosition,
    flushed: LogPosition,
    applied: LogPosition,
    wantsReply: Bool
  ) {
    self.written = written
    self.flushed = flushed
    self.applied = applied
    self.wantsReply = wantsReply
  }

  /// The content of a CopyData message.
  ///
  /// The time is 2000-01-01, the server's zero. The server only shows it, and this library reads no
  /// clock that people can set.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "r")]
    for number in [written.rawValue, flushed.rawValue, applied.rawValue, 0] {
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
    bytes.append(wantsReply ? 1 : 0)
    return bytes
  }
}
