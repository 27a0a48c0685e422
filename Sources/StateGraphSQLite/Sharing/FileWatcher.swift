import Glibc
import StateGraphThreads

/// Hears from the kernel when files are written (inotify(7)), on one thread for the whole process:
/// it has few such queues to give, and a program may have many databases open.
///
/// A watch never opens the file. The thread begins with the first watch and stays; between events
/// it sleeps.
final class FileWatcher: Sendable {
  /// Nil where the system has no queue to give.
  static let shared = FileWatcher()

  private struct State {
    var handlers: [Int32: [Int: @Sendable () -> Bool]] = [:]
    var nextNumber = 0
    var isRunning = false
  }

  /// One handler's watch, by the kernel's number for the file and the handler's own.
  struct Watch: Sendable {
    fileprivate let descriptor: Int32
    fileprivate let number: Int
  }

  private let queue: Int32
  private let state = Guarded(State())

  private init?() {
    queue = inotify_init1(Int32(IN_CLOEXEC))
    guard queue >= 0 else { return nil }
  }

  /// Calls `handler` on the watcher's thread after every write to the file, several at once where
  /// they come fast. It returns whether the write was news; after some that were none the thread
  /// waits a millisecond, so that a program's own commits do not wake it for each. It is called
  /// again for a while behind every write, whether or not that was news.
  ///
  /// - Returns: Nil where the file cannot be watched.
  func watch(_ path: String, _ handler: @escaping @Sendable () -> Bool) -> Watch? {
    // Under the lock, because the kernel gives one number for one file however often it is asked.
    let (watch, isFirst) = state.withLock { state -> (Watch?, Bool) in
      let descriptor = inotify_add_watch(queue, path, UInt32(IN_MODIFY))
      guard descriptor >= 0 else { return (nil, false) }
      let number = state.nextNumber
      state.nextNumber += 1
      state.handlers[descriptor, default: [:]][number] = handler
      defer { state.isRunning = true }
      return (Watch(descriptor: descriptor, number: number), !state.isRunning)
    }
    if isFirst { startThread() }
    return watch
  }

  /// The handler may still be running when this returns, and is not called again.
  func stop(_ watch: Watch) {
    let released = state.withLock { state -> [Int: @Sendable () -> Bool]? in
      let released = state.handlers[watch.descriptor]
      state.handlers[watch.descriptor]?[watch.number] = nil
      if state.handlers[watch.descriptor]?.isEmpty == true {
        state.handlers[watch.descriptor] = nil
        inotify_rm_watch(queue, watch.descriptor)
      }
      return released
    }
    _ = released
  }

  private func startThread() {
    guard let thread = SystemThread({ self.run() }) else {
      return state.withLock { $0.isRunning = false }
    }
    thread.detach()
  }

  private func run() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var recent: Set<Int32> = []
    var patience: Int32 = 0
    while true {
      let pause = max(1, patience / 4)
      guard let written = written(within: recent.isEmpty ? -1 : pause, &buffer) else { break }
      patience = written.isEmpty ? patience + pause : 0
      recent.formUnion(written)
      let news = recent.filter { isNews($0) }
      if patience > FileWatcher.longestPatience { recent = [] }
      if !written.isEmpty, news.isEmpty { usleep(1_000) }
    }
    state.withLock { $0.isRunning = false }
  }

  /// A commit is visible a while after its last write: behind the flush of a disk, where it is
  /// durable. So a file that was written is looked at again for so many milliseconds, after each
  /// one and then at longer and longer times.
  private static let longestPatience: Int32 = 8_000

  /// The files that have been written; none after as many milliseconds, and nil where nobody can
  /// tell any more. -1 waits for ever.
  private func written(within milliseconds: Int32, _ buffer: inout [UInt8]) -> Set<Int32>? {
    var entry = pollfd(fd: queue, events: Int16(POLLIN), revents: 0)
    let ready = poll(&entry, 1, milliseconds)
    if ready == 0 || (ready < 0 && errno == EINTR) { return [] }
    let count = ready < 0 ? -1 : read(queue, &buffer, buffer.count)
    if count < 0, errno == EINTR { return [] }
    return count > 0 ? FileWatcher.descriptors(in: buffer[..<count]) : nil
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
