import Glibc

/// Waits until the kernel reports, by inotify, a write to a database file or its log.
///
/// A report makes the wait shorter, but no caller depends on it. Network file systems send no
/// reports, so the wait has its full duration there.
final class FileChanges {
  private let descriptor: Int32
  private let names: [[UInt8]]

  /// Begins to receive reports about the files of a database.
  ///
  /// - Parameter path: The path of the database file.
  init(path: String) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    names = [name, name + "-wal", name + "-journal"].map { Array($0.utf8) }
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return }
    // SQLite creates and deletes the log file, so this object watches the folder and not the files.
    let events = IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO
    inotify_add_watch(descriptor, folder, UInt32(events))
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Waits until the database file or its log may have changed, or `duration` has passed.
  ///
  /// - Returns: Whether the kernel reported a change. One report can stand for several changes.
  func wait(atMost duration: Duration) -> Bool {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    let deadline = ContinuousClock.now.advanced(by: duration)
    var rest = Int32(clamping: max(1, milliseconds))
    while true {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&request, descriptor >= 0 ? 1 : 0, rest)
      if count <= 0 { return false }
      if readEvents() { return true }
      let left = ContinuousClock.now.duration(to: deadline).components
      rest = Int32(clamping: left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000)
      if rest <= 0 { return false }
    }
  }

  /// Removes all events from the inotify queue. Returns whether one of them names the database file
  /// or its log.
  private func readEvents() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 8192)
    var isOurs = false
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return isOurs }
      buffer.withUnsafeBytes { bytes in
        var start = 0
        let headerSize = MemoryLayout<inotify_event>.size
        while start + headerSize <= count {
          let event = bytes.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
          let nameStart = start + headerSize
          start = nameStart + Int(event.len)
          guard start <= count else { break }
          let name = bytes[nameStart..<start].prefix { $0 != 0 }
          if names.contains(where: { $0.elementsEqual(name) }) { isOurs = true }
        }
      }
    }
  }
}
