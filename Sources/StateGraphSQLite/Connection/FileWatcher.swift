import CSQLite
import Glibc
import StateGraphThreads
import Synchronization

/// Watches files for writes with inotify(7), on one thread for all databases of the process.
///
/// The kernel allows only a few inotify queues, so all databases share one queue. A watch never
/// opens the file. The thread starts with the first watch and never ends. It sleeps between events.
///
/// The kernel reports the program's own writes, too. They wake nobody: a writer first calls
/// ``pause()``. In a pause, the kernel only collects the reports, and a timer wakes the thread at
/// the end. No report is lost, and none waits longer than ``longestPause``.
final class FileWatcher: Sendable {
  /// The watcher for all files of this process, or nil if the system has no inotify queue left.
  static let shared = FileWatcher()

  private struct State {
    var handlers: [Int32: [Int: @Sendable () -> Bool]] = [:]
    var nextNumber = 0
    var isRunning = false
    /// How many watches hear the program's own writes at once, which excludes pauses.
    var promptCount = 0
    /// The length of the current or last pause, in nanoseconds.
    var pause = 0
  }

  /// Identifies one handler of one file.
  ///
  /// A watch consists of the number that the kernel has given to the file, and of the handler's own
  /// number.
  struct Watch: Sendable {
    fileprivate let descriptor: Int32
    fileprivate let number: Int
    fileprivate let isPrompt: Bool
  }

  private let queue: Int32
  private let timer: Int32
  /// The epoll(7) descriptor on which the thread waits for the queue and the timer.
  private let waiting: Int32
  private let state = Guarded(State())
  /// Whether a report wakes the thread. False during a pause. Written only under the lock.
  private let isListening = Atomic<Bool>(true)
  /// The number of calls of ``pause()`` during the current pause.
  private let ownWriteCount = Atomic<Int>(0)
  /// How often a report of the kernel has woken the thread.
  let wakeCount = Atomic<Int>(0)

  private let shortestPause: Int
  private let longestPause: Int

  /// - Parameters:
  ///   - shortestPause: The length of the first pause, in nanoseconds. While the program writes at
  ///     least once in this time, each pause is twice as long as the one before. Its writes then
  ///     find the commits of other processes.
  ///   - longestPause: The limit of this growth.
  init?(shortestPause: Int = 2_000_000, longestPause: Int = 16_000_000) {
    (self.shortestPause, self.longestPause) = (shortestPause, longestPause)
    queue = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    waiting = epoll_create1(Int32(EPOLL_CLOEXEC))
    // The edge of the timer is reported once, so that nobody has to read the timer.
    guard queue >= 0, timer >= 0, waiting >= 0,
      change(EPOLL_CTL_ADD, descriptor: queue, to: EPOLLIN.rawValue),
      change(EPOLL_CTL_ADD, descriptor: timer, to: EPOLLIN.rawValue | EPOLLET.rawValue)
    else {
      for descriptor in [queue, timer, waiting] where descriptor >= 0 { close(descriptor) }
      return nil
    }
  }

  /// Changes the events of a descriptor for which the thread waits.
  @discardableResult
  private func change(_ action: Int32, descriptor: Int32, to events: UInt32) -> Bool {
    var event = epoll_event()
    event.events = events
    event.data.fd = descriptor
    return epoll_ctl(waiting, action, descriptor, &event) == 0
  }

  /// Calls `handler` on the watcher's thread after writes to the file.
  ///
  /// Several writes in quick succession may lead to one call. The handler is called several times
  /// after each write, because a commit becomes visible some time after its last write.
  ///
  /// - Parameters:
  ///   - path: The file to watch.
  ///   - isPrompt: Whether the handler is called soon after writes of this program, too. If true,
  ///     ``pause()`` does nothing.
  ///   - handler: Returns whether it found a new commit. If no handler found one, the thread sleeps
  ///     for a millisecond. Thus the writes of a large transaction do not wake it one by one.
  /// - Returns: The watch to pass to ``stop(_:)``, or nil if the file cannot be watched.
  func watch(
    _ path: String,
    isPrompt: Bool = false,
    handler: @escaping @Sendable () -> Bool
  ) -> Watch? {
    // The lock must be held during the kernel call. The kernel returns the same number for each
    // watch of the same file, so a concurrent `stop` could remove the new watch.
    let (watch, isFirst) = state.withLock { state -> (Watch?, Bool) in
      let descriptor = inotify_add_watch(queue, path, UInt32(IN_MODIFY))
      guard descriptor >= 0 else { return (nil, false) }
      let number = state.nextNumber
      state.nextNumber += 1
      state.handlers[descriptor, default: [:]][number] = handler
      if isPrompt { state.promptCount += 1 }
      defer { state.isRunning = true }
      let watch = Watch(descriptor: descriptor, number: number, isPrompt: isPrompt)
      return (watch, !state.isRunning)
    }
    if isFirst { startThread() }
    return watch
  }

  /// Ends a watch.
  ///
  /// After this method returns, no new call of the handler begins, but a running call may continue.
  func stop(_ watch: Watch) {
    let released = state.withLock { state -> [Int: @Sendable () -> Bool]? in
      let released = state.handlers[watch.descriptor]
      if watch.isPrompt, released?[watch.number] != nil { state.promptCount -= 1 }
      state.handlers[watch.descriptor]?[watch.number] = nil
      if state.handlers[watch.descriptor]?.isEmpty == true {
        state.handlers[watch.descriptor] = nil
        inotify_rm_watch(queue, watch.descriptor)
      }
      return released
    }
    withExtendedLifetime(released) {}
  }

  // MARK: Pauses

  /// Begins a pause. Call this immediately before the program writes to a watched file.
  ///
  /// During a pause, the method costs one atomic addition.
  func pause() {
    ownWriteCount.add(1, ordering: .sequentiallyConsistent)
    guard isListening.load(ordering: .sequentiallyConsistent) else { return }
    state.withLock { state in
      guard isListening.load(ordering: .relaxed), state.promptCount == 0 else { return }
      ownWriteCount.store(0, ordering: .sequentiallyConsistent)
      isListening.store(false, ordering: .sequentiallyConsistent)
      change(EPOLL_CTL_MOD, descriptor: queue, to: 0)
      state.pause = shortestPause
      startTimer(state.pause)
    }
  }

  /// Ends a pause, unless the program has written during it. In this case, begins the next one.
  private func endPause() {
    state.withLock { state in
      guard !isListening.load(ordering: .relaxed) else { return }
      // A writer that still finds a pause has counted itself before the next line reads the count.
      // A writer that comes later waits for the lock.
      isListening.store(true, ordering: .sequentiallyConsistent)
      let count = ownWriteCount.exchange(0, ordering: .sequentiallyConsistent)
      guard count > 0, state.promptCount == 0 else {
        change(EPOLL_CTL_MOD, descriptor: queue, to: EPOLLIN.rawValue)
        return
      }
      isListening.store(false, ordering: .sequentiallyConsistent)
      let isBusy = count >= state.pause / shortestPause
      state.pause = isBusy ? min(2 * state.pause, longestPause) : shortestPause
      startTimer(state.pause)
    }
  }

  private func startTimer(_ nanoseconds: Int) {
    var time = itimerspec()
    let second = 1_000_000_000
    time.it_value = timespec(tv_sec: nanoseconds / second, tv_nsec: nanoseconds % second)
    timerfd_settime(timer, 0, &time, nil)
  }

  // MARK: The thread

  private func startThread() {
    guard let thread = SystemThread({ self.run() }) else {
      return state.withLock { $0.isRunning = false }
    }
    thread.detach()
  }

  private func run() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var recent: Set<Int32> = []
    /// The milliseconds since the last report.
    var age: Int64 = 0
    var lastReport = Int64(SystemClock.uptime)
    while true {
      let hasEnd = !recent.isEmpty && isListening.load(ordering: .relaxed)
      let limit = hasEnd ? max(1, Int32(age / 4)) : -1
      guard let (written, isWoken) = written(within: limit, &buffer) else { break }
      let now = Int64(SystemClock.uptime)
      if !written.isEmpty { lastReport = now }
      age = (now - lastReport) / 1_000_000
      recent.formUnion(written)
      let news = recent.filter { isNews($0) }
      if age > FileWatcher.longestPatience { recent = [] }
      if isWoken, news.isEmpty { usleep(1_000) }
    }
    state.withLock { $0.isRunning = false }
  }

  /// How long the thread continues to call handlers after a write, in milliseconds.
  ///
  /// With full durability, a commit becomes visible only after the disk was flushed, which happens
  /// after the last write of the commit.
  private static let longestPatience: Int64 = 8_000

  /// Waits until a process writes a watched file, or until a pause ends.
  ///
  /// - Parameter milliseconds: The maximum time to wait. With -1, the method waits without limit.
  /// - Returns: The kernel's numbers of the written files, and whether a report has woken the
  ///   thread. Empty after the timeout. It is nil if the inotify queue has failed.
  private func written(
    within milliseconds: Int32,
    _ buffer: inout [UInt8]
  ) -> (files: Set<Int32>, isWoken: Bool)? {
    var event = epoll_event()
    let ready = epoll_wait(waiting, &event, 1, milliseconds)
    if ready < 0 { return errno == EINTR ? ([], false) : nil }
    if ready == 0 { return ([], false) }
    let isWoken = event.data.fd == queue
    if isWoken { wakeCount.add(1, ordering: .relaxed) } else { endPause() }
    let count = read(queue, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR ? ([], isWoken) : nil }
    return (FileWatcher.descriptors(in: buffer[..<count]), isWoken)
  }

  private func isNews(_ descriptor: Int32) -> Bool {
    let handlers = state.withLock { $0.handlers[descriptor] } ?? [:]
    var isNews = false
    for handler in handlers.values where handler() { isNews = true }
    return isNews
  }

  private static func descriptors(in events: ArraySlice<UInt8>) -> Set<Int32> {
    var found: Set<Int32> = []
    events.withUnsafeBytes { bytes in
      var offset = 0
      while bytes.count - offset >= MemoryLayout<inotify_event>.size {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        found.insert(event.wd)
        offset += MemoryLayout<inotify_event>.size + Int(event.len)
      }
    }
    return found
  }
}
