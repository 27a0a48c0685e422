#if PostgreSQL
import Glibc

/// Ends the wait of a connection's thread from another thread.
///
/// A signal stays until `clear`, so that a signal before the wait is not lost.
package final class Wakeup: Sendable {
  /// The end of a pair of sockets that becomes readable with a signal. The kernel guards it.
  let descriptor: Int32
  private let writingEnd: Int32

  package init() throws(ReplicationError) {
    var ends: [Int32] = [-1, -1]
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    guard socketpair(AF_UNIX, Int32(kind), 0, &ends) == 0 else {
      throw ReplicationError(
        .inputOutput,
        "The system has no descriptor left for a connection.",
        remedy: "Raise the limit of open files (ulimit -n)."
      )
    }
    (descriptor, writingEnd) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writingEnd)
  }

  /// A full socket is readable already, so that a failed write loses nothing.
  package func signal() { _ = write(writingEnd, [1], 1) }

  package func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) == bytes.count {}
  }
}
#endif
