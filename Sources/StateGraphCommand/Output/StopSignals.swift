import Glibc
import StateGraphThreads
import Synchronization

/// Records SIGINT and SIGTERM, so that a command can roll back its transaction and report it.
///
/// The first signal is recorded. A second one ends the process at once, which leaves the database
/// intact, as SIGKILL does.
enum StopSignals {
  private static let noted = Atomic<Int32>(0)

  /// The first signal, or nil if none has arrived.
  static var received: Int32? {
    let number = noted.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Starts a thread that waits for the signals. Call once, before any other thread starts, because
  /// new threads inherit the signal mask.
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

  /// Whether the caller ignores the signal, as `nohup` does. The command then ignores it too.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // SIG_IGN is the address 1, which Swift cannot compare as a function.
    return withUnsafeBytes(of: action.__sigaction_handler) { $0.load(as: UInt.self) == 1 }
  }
}
