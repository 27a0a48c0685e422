import CStateGraphTesting

/// The recorded changes of the files of a database, in the order in which they happened. The list
/// is in memory that the C code of the test file system has allocated.
final class FileRecording: @unchecked Sendable {
  // SAFETY: the events never change, and are freed with this object.
  private let events: UnsafeMutableBufferPointer<stategraph_event>

  /// Takes over a list of events that C code has allocated. The recording frees the list.
  init(_ events: UnsafeMutablePointer<stategraph_event>?, count: Int) {
    self.events = UnsafeMutableBufferPointer(start: events, count: count)
  }

  deinit { stategraph_events_free(events.baseAddress, Int64(events.count)) }

  var count: Int { events.count }

  subscript(index: Int) -> FileChange { FileChange(events[index]) }
}

/// One recorded change of a database file, such as a write. Valid as long as its recording exists.
struct FileChange {
  let event: stategraph_event

  init(_ event: stategraph_event) { self.event = event }

  /// Whether the change is a flush of the file to the disk, so that earlier changes of this file
  /// survive a power failure.
  var isFlush: Bool { event.kind == Int32(STATEGRAPH_EVENT_SYNC) }
  /// Whether the change is the write that completes a commit in the write-ahead log.
  var commits: Bool { event.commits }
  /// The number of the changed file: 0 for the database file, 1 for its `-wal` file, and 2 for its
  /// `-journal` file. A flush concerns this file alone.
  var file: Int { Int(event.file) }

  /// The change in words, such as `a write of 24 bytes to the -wal file`.
  var description: String {
    let names = ["the database file", "the -wal file", "the -journal file"]
    let name = names[min(file, names.count - 1)]
    return switch event.kind {
    case Int32(STATEGRAPH_EVENT_WRITE): "a write of \(event.count) bytes to \(name)"
    case Int32(STATEGRAPH_EVENT_TRUNCATE): "a truncation of \(name)"
    case Int32(STATEGRAPH_EVENT_DELETE): "the deletion of \(name)"
    default: "a flush of \(name)"
    }
  }
}
