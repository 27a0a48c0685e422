import Glibc
import Synchronization

/// SIGINT and SIGTERM as a number to ask for, so that the import can undo its transaction and say
/// so.
///
/// The first signal is noted; a second one ends the process at once, which leaves the file as
/// intact as SIGKILL would.
enum StopSignals {
  private static let noted = Atomic<Int32>(0)

  /// The signal that asked to stop, if one has.
  static var received: Int32? {
    let number = noted.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Starts to watch. Call once, before any other thread exists, since new threads inherit the
  /// mask.
  static func watch() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] where !isIgnored(number) { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var thread = pthread_t()
    pthread_create(
      &thread,
      nil,
      { _ in
        StopSignals.wait()
        return nil
      },
      nil
    )
    pthread_detach(thread)
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

  /// A program started with a signal ignored (nohup, a background job) is to go on ignoring it.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // SIG_IGN is the address 1, which Swift cannot compare as a function.
    return withUnsafeBytes(of: action.__sigaction_handler) { $0.load(as: UInt.self) == 1 }
  }
}
