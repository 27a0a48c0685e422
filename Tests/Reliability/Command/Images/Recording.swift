import CFaults

/// The changes of files in one run, in order.
struct Recording {
  enum Change {
    case create
    case write(offset: Int, bytes: [UInt8])
    case truncate(size: Int)
    case delete

    /// Whether the change creates or deletes a file.
    var concernsName: Bool {
      switch self {
      case .create, .delete: true
      case .write, .truncate: false
      }
    }
  }

  enum Event {
    case change(file: String, Change)
    /// A flush of the file begins. Later changes are not part of it.
    case syncBegins(file: String, number: Int64)
    /// The flush has ended. The changes before its beginning survive a power loss, and so does the
    /// name of the file.
    case sync(file: String, number: Int64)
    /// The deletion survives a power loss: its folder was flushed.
    case durableDelete(file: String)
    /// The write with this number was acknowledged.
    case mark(Int)
  }

  private(set) var events: [Event] = []

  /// Whether pages were written to the database file after a flush of the log.
  var movesLog: Bool {
    var isFlushed = false
    for event in events {
      if case .sync(let file, _) = event, file.hasSuffix("-wal") { isFlushed = true }
      if isFlushed, case .change(let file, .write) = event, file.hasSuffix(".sqlite") {
        return true
      }
    }
    return false
  }

  /// Whether the start of the log was overwritten after pages had moved to the database file.
  var beginsLogAnew: Bool {
    var isMoved = false
    for event in events {
      if case .change(let file, .write) = event, file.hasSuffix(".sqlite") { isMoved = true }
      if isMoved, case .change(let file, .write(offset: 0, _)) = event, file.hasSuffix("-wal") {
        return true
      }
    }
    return false
  }

  /// Whether there were fewer flushes of the log than acknowledged writes.
  var sharesFlushes: Bool {
    var (flushCount, writeCount) = (0, 0)
    for event in events {
      if case .sync(let file, _) = event, file.hasSuffix("-wal") { flushCount += 1 }
      if case .mark = event { writeCount += 1 }
    }
    return flushCount < writeCount
  }

  /// Runs `body`, and returns the changes that the installed file system recorded. Files are named
  /// relative to `directory`.
  static func of(_ directory: String, _ body: () throws -> Void) throws -> Recording {
    faults_record_begin()
    do {
      defer { faults_record_end() }
      try body()
    }
    let names = (0..<faults_recorded_path_count()).map { index in
      let path = faults_recorded_path(index).map { String(cString: $0) } ?? ""
      return path.hasPrefix(directory + "/") ? String(path.dropFirst(directory.count + 1)) : path
    }
    var recording = Recording()
    for index in 0..<faults_recorded_count() {
      recording.append(faults_recorded_event(index), names)
    }
    return recording
  }

  private mutating func append(_ event: faults_event, _ names: [String]) {
    let file = event.file >= 0 ? names[Int(event.file)] : ""
    switch Int(event.kind) {
    case FAULTS_EVENT_CREATE: events.append(.change(file: file, .create))
    case FAULTS_EVENT_WRITE:
      let bytes = UnsafeBufferPointer(start: event.bytes, count: Int(event.count))
      let change = Change.write(offset: Int(event.offset), bytes: Array(bytes))
      events.append(.change(file: file, change))
    case FAULTS_EVENT_TRUNCATE:
      events.append(.change(file: file, .truncate(size: Int(event.offset))))
    case FAULTS_EVENT_SYNC_BEGIN:
      events.append(.syncBegins(file: file, number: event.offset))
    case FAULTS_EVENT_SYNC: events.append(.sync(file: file, number: event.offset))
    case FAULTS_EVENT_DELETE:
      events.append(
        event.count != 0 ? .durableDelete(file: file) : .change(file: file, .delete)
      )
    default: events.append(.mark(Int(event.offset)))
    }
  }
}
