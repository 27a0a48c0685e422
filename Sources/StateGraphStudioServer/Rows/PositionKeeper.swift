import StateGraphSQLite
import StateGraphThreads
import StateGraphTools

/// Finds the places of rows in the background, for the scroll bar. It records the key of every n-th
/// row, in short transactions.
///
/// The places belong to the orders that the page has asked for recently. After a commit they are
/// estimates, until an idle server has found them again.
final class PositionKeeper: Sendable {
  private struct Entry {
    let id: [UInt8]
    let request: PageRequest
    /// What the page gets. A new walk replaces it when it is complete.
    var known = RowPositions(stride: PositionKeeper.stride)
    var isComplete = false
    var mark: FileMark?
    var lastUse = ContinuousClock.now
  }

  private struct State {
    var entries: [Entry] = []
    var isStarted = false
    var isClosed = false
  }

  static let stride = 4096
  private static let entryLimit = 16
  /// The longest time of one step, and how often a step is tried on a busy machine.
  private static let stepTime = Duration.milliseconds(100)
  private static let stepTries = 4
  /// How long a walk waits after the last request, so that it does not slow the requests down.
  private static let idleTime = Duration.milliseconds(200)

  private let path: String
  private let state = Monitor(State())
  private let didFind: @Sendable (String, RowPage.Count) -> Void

  /// - Parameter didFind: Is called with the name of a table and its number of rows, on the thread
  ///   of the keeper, when all places are known.
  init(path: String, didFind: @escaping @Sendable (String, RowPage.Count) -> Void) {
    (self.path, self.didFind) = (path, didFind)
  }

  func close() { state.change { $0.isClosed = true } }

  /// Returns the known places for a request, and begins to find the others.
  func positions(for request: PageRequest, in table: StudioTable) -> RowPositions? {
    guard let id = PositionKeeper.id(of: request, in: table) else { return nil }
    let mark = FileMark(path: path)
    let (found, isFirst) = state.change { state -> (RowPositions?, Bool) in
      defer { state.isStarted = true }
      if let index = state.entries.firstIndex(where: { $0.id == id }) {
        state.entries[index].lastUse = .now
        var known = state.entries[index].known
        if let count = known.count, state.entries[index].mark != mark {
          known.count = RowPage.Count(value: count.value, isExact: false)
        }
        return (known, false)
      }
      state.entries.append(Entry(id: id, request: request))
      if state.entries.count > PositionKeeper.entryLimit {
        let oldest = state.entries.indices.min {
          state.entries[$0].lastUse < state.entries[$1].lastUse
        }
        if let oldest { state.entries.remove(at: oldest) }
      }
      return (nil, !state.isStarted)
    }
    if isFirst { SystemThread { self.walk() }?.detach() }
    return found
  }

  /// Returns a text for the order of a request. Nil if the rows cannot be followed in this order
  /// without sorting them.
  private static func id(of request: PageRequest, in table: StudioTable) -> [UInt8]? {
    guard request.filter.isEmpty, !table.key.isEmpty, table.kind == .table,
      request.order.count <= 1
    else { return nil }
    if let first = request.order.first {
      guard let column = try? table.column(first.column), table.isSortable(column) else {
        return nil
      }
    }
    var writer = JSONBuilder()
    writer.array { writer in
      writer.string(request.schema)
      writer.string(request.table)
      for element in request.order {
        writer.string(element.column)
        writer.string(element.isDescending ? "down" : "up")
      }
    }
    return writer.bytes
  }
}

// MARK: - Walking

extension PositionKeeper {
  private func walk() {
    let session = ReaderSession(path: path)
    while true {
      let mark = FileMark(path: path)
      let (isClosed, next) = state.read { state -> (Bool, Entry?) in
        let now = ContinuousClock.now
        let due = state.entries.filter { entry in
          !entry.isComplete
            || entry.mark != mark && now >= entry.lastUse.advanced(by: PositionKeeper.idleTime)
              && now <= entry.lastUse.advanced(by: .seconds(60))
        }
        return (state.isClosed, due.max { $0.lastUse < $1.lastUse })
      }
      if isClosed { return }
      guard let next else {
        state.wait(
          until: { $0.isClosed || $0.entries.contains { !$0.isComplete } },
          atMost: .milliseconds(500)
        )
        continue
      }
      let start = ContinuousClock.now
      walk(next, mark, session)
      // A file that changes all the time must not be walked all the time.
      let rest = start.duration(to: .now) * 4
      state.wait(until: { $0.isClosed }, atMost: min(max(rest, .milliseconds(5)), .seconds(30)))
    }
  }

  private func walk(_ entry: Entry, _ mark: FileMark, _ session: ReaderSession) {
    var positions = RowPositions(stride: PositionKeeper.stride)
    do {
      var last: RowPositions.Fence?
      while !state.read({ $0.isClosed }) {
        switch try step(entry.request, from: last, count: positions.stride, session) {
        case .fence(let fence):
          last = fence
          positions.append(fence)
          // Before the first walk is complete, the page sees the known part.
          if positions.fences.count.isMultiple(of: 64) { show(positions, of: entry) }
        case .end(let count):
          positions.count = RowPage.Count(value: count, isExact: true)
          finish(entry, positions, mark)
          return didFind(entry.request.table, RowPage.Count(value: count, isExact: true))
        }
      }
    } catch {
      // The schema has changed, or the file is missing. A new request begins a new walk.
      state.change { state in state.entries.removeAll { $0.id == entry.id } }
    }
  }

  /// Makes one step in a short transaction. If it takes too long several times, the rows are not in
  /// the order of an index, for example because the index has another collation.
  private func step(
    _ request: PageRequest,
    from last: RowPositions.Fence?,
    count: Int,
    _ session: ReaderSession
  ) throws -> PositionStep.Outcome {
    func tried() throws -> PositionStep.Outcome {
      try session.read(expecting: request.schema) { connection, schema in
        try StatementDeadline(after: PositionKeeper.stepTime).run(on: connection) {
          try PositionStep(request, schema).run(from: last, count: count, connection)
        }
      }
    }
    for _ in 1..<PositionKeeper.stepTries {
      do {
        return try tried()
      } catch let error as DatabaseError where error.code == .interrupted {
        continue
      }
    }
    return try tried()
  }

  private func show(_ positions: RowPositions, of entry: Entry) {
    state.change { state in
      guard let index = state.entries.firstIndex(where: { $0.id == entry.id }),
        !state.entries[index].isComplete
      else { return }
      state.entries[index].known = positions
    }
  }

  private func finish(_ entry: Entry, _ positions: RowPositions, _ mark: FileMark) {
    state.change { state in
      guard let index = state.entries.firstIndex(where: { $0.id == entry.id }) else { return }
      state.entries[index].known = positions
      state.entries[index].isComplete = true
      state.entries[index].mark = mark
    }
  }
}
