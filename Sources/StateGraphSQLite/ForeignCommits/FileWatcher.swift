import Glibc
import StateGraphThreads

/// Watches files for writes with inotify(7), on one thread for all databases of the process.
///
/// The kernel allows only a few inotify queues, so all databases share one queue. A watch never
/// opens the file. The thread starts with the first watch and never ends. It sleeps between events.
final class FileWatcher: Sendable {
  /// The watcher for all files of this process. Nil if the system has no inotify queue left.
  static let shared = FileWatcher()

  private struct State {
    var handlers: [Int32: [Int: @Sendable () -> Bool]] = [:]
    var nextNumber = 0
    var isRunning = false
  }

  /// Identifies one handler of one file.
  ///
  /// A watch consists of the number that the kernel has given to the file, and of the handler's own
  /// number.
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

  /// Calls `handler` on the watcher's thread after writes to the file.
  ///
  /// Several writes in quick succession may lead to one call. The handler is called several times
  /// after each write, because a commit becomes visible some time after its last write.
  ///
  /// - Parameters:
  ///   - path: The file to watch.
  ///   - handler: Returns whether it found a new commit. If no handler found one, the thread pauses
  ///     for a millisecond. Thus the program's own commits do not wake the thread one by one.
  /// - Returns: The watch to pass to ``stop(_:)``. Nil if the file cannot be watched.
  func watch(_ path: String, _ handler: @escaping @Sendable () -> Bool) -> Watch? {
    // The lock must be held during the kernel call. The kernel returns the same number for each
    // watch of the same file, so a concurrent `stop` could remove the new watch.
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

  /// Ends a watch.
  ///
  /// After this method returns, no new call of the handler begins, but a running call may continue.
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
    withExtendedLifetime(released) {}
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

  /// How long the thread continues to call handlers after a write, in milliseconds.
  ///
  /// With full durability, a commit becomes visible only after the disk was flushed, which happens
  /// after the last write of the commit.
  private static let longestPatience: Int32 = 8_000

  /// Waits until a process writes a watched file.
  ///
  /// - Parameter milliseconds: The maximum time to wait. With -1, the method waits without limit.
  /// - Returns: The kernel's numbers of the written files. Empty after the timeout. Nil if the
  ///   inotify queue has failed.
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
