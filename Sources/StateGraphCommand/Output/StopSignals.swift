import Glibc
import StateGraphThreads
import Synchronization

/// Records SIGINT and SIGTERM, so that a command can roll back its transaction and report the
/// signal. A long command asks ``received`` again and again.
///
/// A second signal ends the process immediately. The database stays intact, because SQLite rolls
/// the transaction back when the file is opened next.
enum StopSignals {
  private static let noted = Atomic<Int32>(0)

  /// The number of the first signal (SIGINT or SIGTERM) that has arrived, or nil if none has
  /// arrived.
  static var received: Int32? {
    let number = noted.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Blocks SIGINT and SIGTERM in the calling thread, and starts a thread that waits for them.
  ///
  /// Call this method once, before any other thread starts. New threads inherit the blocked
  /// signals.
  static func watch() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] where !isIgnored(number) { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    SystemThread { StopSignals.wait() }?.detach()
  }

  private static func wait() {
    var signals = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &signals)
    while true {
      var number: Int32 = 0
      guard sigwait(&signals, &number) == 0 else { return }
      let (isFirst, _) = noted.compareExchange(
        expected: 0,
        desired: number,
        ordering: .relaxed
      )
      if !isFirst { _exit(128 + number) }
    }
  }

  /// Returns whether this process has inherited from its parent that it ignores the signal, as with
  /// `nohup`. The command must then ignore the signal too.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // The handler SIG_IGN is a function pointer with the address 1. Swift cannot compare function
    // pointers, so the code compares the address as an integer.
    return withUnsafeBytes(of: action.__sigaction_handler) { $0.load(as: UInt.self) == 1 }
  }
}
