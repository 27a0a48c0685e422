import StateGraphSQLite
import StateGraphThreads
import StateGraphTools

/// Finds the places of rows in the background, for the scroll bar. It records the key of every n-th
/// row, in short transactions. Rows of a filter, of a view or in an order without an index are only
/// counted.
///
/// The places belong to the orders that the page has asked for recently. After a commit they are
/// estimates, until an idle server has found them again.
final class PositionKeeper: Sendable {
  private struct Entry {
    let id: [UInt8]
    let request: PageRequest
    /// Whether the rows are walked in the order of an index. Otherwise they are only counted.
    var isWalked: Bool
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
  /// The longest time for counting rows that are not walked. It is the time of a page of them.
  private static let countTime = Duration.seconds(10)
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
    let isWalked = PositionKeeper.canWalk(request, in: table)
    guard let id = PositionKeeper.id(of: request, in: table, isWalked: isWalked)
    else { return nil }
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
      state.entries.append(Entry(id: id, request: request, isWalked: isWalked))
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

  /// Whether the rows can be followed in the order of a request without sorting them.
  private static func canWalk(_ request: PageRequest, in table: StudioTable) -> Bool {
    guard request.filter.isEmpty, !table.key.isEmpty, table.kind == .table,
      request.order.count <= 1
    else { return false }
    guard let first = request.order.first else { return true }
    guard let column = try? table.column(first.column) else { return false }
    return table.isSortable(column)
  }

  /// Returns a text for the rows of a request, and for their order if they are walked, or nil if
  /// the filter has an unknown column.
  private static func id(
    of request: PageRequest,
    in table: StudioTable,
    isWalked: Bool
  ) -> [UInt8]? {
    guard let filter = try? request.filter.sql(of: table) ?? "" else { return nil }
    var writer = JSONBuilder()
    writer.array { writer in
      writer.string(request.schema)
      writer.string(request.table)
      writer.string(filter.text)
      for value in filter.bindings { WholeValue.value(value).write(to: &writer) }
      guard isWalked else { return }
      writer.string("walked")
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
            || !entry.known.isUncounted && entry.mark != mark
              && (!entry.isWalked
                || now >= entry.lastUse.advanced(by: PositionKeeper.idleTime))
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
      if next.isWalked {
        walk(next, mark: mark, session: session)
      } else {
        count(next, mark: mark, session: session)
      }
      // A file that changes all the time must not be walked all the time.
      let rest = start.duration(to: .now) * 4
      state.wait(
        until: { $0.isClosed || $0.entries.contains { !$0.isComplete } },
        atMost: min(max(rest, .milliseconds(5)), .seconds(30))
      )
    }
  }

  private func walk(_ entry: Entry, mark: FileMark, session: ReaderSession) {
    var positions = RowPositions(stride: PositionKeeper.stride)
    do {
      var last: RowPositions.Fence?
      while !state.read({ $0.isClosed }) {
        switch try step(entry.request, from: last, count: positions.stride, session: session) {
        case .fence(let fence):
          last = fence
          positions.append(fence)
          // Before the first walk is complete, the page sees the known part.
          if positions.fences.count.isMultiple(of: 64) { show(positions, of: entry) }
        case .end(let count):
          positions.count = RowPage.Count(value: count, isExact: true)
          finish(entry, positions: positions, mark: mark)
          return didFind(entry.request.table, RowPage.Count(value: count, isExact: true))
        }
      }
    } catch let error as DatabaseError where error.code == .interrupted {
      // The rows are not in the order of the index, for example because it has another collation.
      change(entry) { $0.isWalked = false }
    } catch {
      // The schema has changed, or the file is missing. A new request begins a new walk.
      state.change { state in state.entries.removeAll { $0.id == entry.id } }
    }
  }

  /// Counts the rows of an entry that is not walked.
  private func count(_ entry: Entry, mark: FileMark, session: ReaderSession) {
    var positions = RowPositions(stride: PositionKeeper.stride)
    do {
      let count = try session.read(expecting: entry.request.schema) { connection, schema in
        let table = try schema.table(entry.request.table)
        let filter = try entry.request.filter.sql(of: table).map { " WHERE \($0)" as SQL } ?? ""
        return try StatementDeadline(after: PositionKeeper.countTime).run(on: connection) {
          let statement = try connection.prepareUserSQL(
            "SELECT count(*) FROM main.\(table: table.schema.name)" + filter
          )
          defer { statement.reset() }
          return try statement.step() ? Int(statement.integer(at: 0)) : 0
        }
      }
      positions.count = RowPage.Count(value: count, isExact: true)
    } catch {
      positions.isUncounted = true
    }
    finish(entry, positions: positions, mark: mark)
    if let count = positions.count, entry.request.filter.isEmpty {
      didFind(entry.request.table, count)
    }
  }

  /// Makes one step in a short transaction.
  private func step(
    _ request: PageRequest,
    from last: RowPositions.Fence?,
    count: Int,
    session: ReaderSession
  ) throws -> PositionStep.Outcome {
    func tried() throws -> PositionStep.Outcome {
      try session.read(expecting: request.schema) { connection, schema in
        try StatementDeadline(after: PositionKeeper.stepTime).run(on: connection) {
          try PositionStep(request, schema: schema).run(from: last, count: count, connection)
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
    change(entry) { entry in
      if !entry.isComplete { entry.known = positions }
    }
  }

  private func finish(_ entry: Entry, positions: RowPositions, mark: FileMark) {
    change(entry) { entry in
      entry.known = positions
      entry.isComplete = true
      entry.mark = mark
    }
  }

  private func change(_ entry: Entry, body: (inout Entry) -> Void) {
    state.change { state in
      guard let index = state.entries.firstIndex(where: { $0.id == entry.id }) else { return }
      body(&state.entries[index])
    }
  }
}
