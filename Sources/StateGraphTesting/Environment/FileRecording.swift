import CStateGraphTesting

/// The changes of the files of a database, in their order, as a list of C.
final class FileRecording: @unchecked Sendable {
  // SAFETY: the events never change, and are freed with this object.
  private let events: UnsafeMutableBufferPointer<stategraph_event>

  /// Takes over the events, which C has allocated.
  init(_ events: UnsafeMutablePointer<stategraph_event>?, count: Int) {
    self.events = UnsafeMutableBufferPointer(start: events, count: count)
  }

  deinit { stategraph_events_free(events.baseAddress, Int64(events.count)) }

  var count: Int { events.count }

  subscript(index: Int) -> FileChange { FileChange(events[index]) }
}

/// One change of a file of a database. Valid as long as its recording.
struct FileChange {
  let event: stategraph_event

  init(_ event: stategraph_event) { self.event = event }

  /// Whether the file was flushed, so that its earlier changes survive a power failure.
  var isFlush: Bool { event.kind == Int32(STATEGRAPH_EVENT_SYNC) }
  /// Whether the change puts a commit into the write-ahead log.
  var commits: Bool { event.commits }
  /// The number of the file. Flushes concern one file.
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
