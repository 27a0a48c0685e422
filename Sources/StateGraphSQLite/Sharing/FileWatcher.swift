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
  /// waits a millisecond, so that a program's own commits do not wake it for each.
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
    var thread = pthread_t()
    let context = Unmanaged.passUnretained(self)
    let result = pthread_create(
      &thread,
      nil,
      { context in
        if let context { Unmanaged<FileWatcher>.fromOpaque(context).takeUnretainedValue().run() }
        return nil
      },
      context.toOpaque()
    )
    if result == 0 { pthread_detach(thread) } else { state.withLock { $0.isRunning = false } }
  }

  private func run() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(queue, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return state.withLock { $0.isRunning = false } }
      var isNews = false
      for descriptor in FileWatcher.descriptors(in: buffer[..<count]) {
        let handlers = state.withLock { $0.handlers[descriptor] } ?? [:]
        for handler in handlers.values where handler() { isNews = true }
      }
      if !isNews { usleep(1_000) }
    }
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
