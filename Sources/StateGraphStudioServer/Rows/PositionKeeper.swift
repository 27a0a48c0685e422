import StateGraphSQLite
import StateGraphThreads
import StateGraphTools

/// Finds the places of rows in the background, for the scroll bar. It records the key of every n-th
/// row, in short transactions. Rows of a filter, of a view or in an order without an index are only
/// counted.
///
/// The places belong to the orders that the page has asked for recently. After a commit they are
/// estimates, until an idle server has found them again. The rows that the page wants last come
/// first: the reading of others stops for them.
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

  /// What the thread reads.
  private struct Reading {
    let entry: Entry
    let mark: FileMark
    let cancellation = StatementCancellation()
  }

  private struct State {
    var entries: [Entry] = []
    var reading: Reading?
    /// Whether the page wants other rows than before.
    var isHurried = false
    var isStarted = false
    var isClosed = false

    var mustRead: Bool { isClosed || isHurried || entries.contains { !$0.isComplete } }

    /// Stops the reading of other rows than these.
    mutating func hurry(for id: [UInt8]) {
      isHurried = true
      if let reading, reading.entry.id != id { reading.cancellation.cancel() }
    }

    mutating func append(_ entry: Entry) {
      hurry(for: entry.id)
      entries.append(entry)
      guard entries.count > PositionKeeper.entryLimit else { return }
      let oldest = entries.indices.min { entries[$0].lastUse < entries[$1].lastUse }
      if let oldest { entries.remove(at: oldest) }
    }

    /// Begins to read the rows that the page has asked for last and whose places are not known.
    mutating func beginReading(at mark: FileMark) -> Reading? {
      let now = ContinuousClock.now
      isHurried = false
      // Nobody waits for the number of rows of a filter that the page has left.
      entries.removeAll { entry in
        !entry.isComplete && !entry.isWalked && entry.lastUse + PositionKeeper.askingTime < now
      }
      let due = entries.filter { entry in
        !entry.isComplete
          || !entry.known.isUncounted && entry.mark != mark
            && (!entry.isWalked || now >= entry.lastUse + PositionKeeper.idleTime)
            && now <= entry.lastUse + .seconds(60)
      }
      reading = due.max { $0.lastUse < $1.lastUse }.map { Reading(entry: $0, mark: mark) }
      return reading
    }
  }

  static let stride = 4096
  private static let entryLimit = 16
  /// The longest time of one step, and how often a step is tried on a busy machine.
  private static let stepTime = Duration.milliseconds(100)
  private static let stepTries = 4
  /// The longest time for counting rows that are not walked. It is the time of a page of them.
  private static let countTime = Duration.seconds(10)
  /// A page that waits for a number of rows asks again within this time.
  private static let askingTime = Duration.seconds(2)
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

  func close() {
    state.change { state in
      state.isClosed = true
      state.reading?.cancellation.cancel()
    }
  }

  /// Returns the known places for a request, and begins to find the others.
  func positions(for request: PageRequest, in table: StudioTable) -> RowPositions? {
    let isWalked = PositionKeeper.canWalk(request, in: table)
    guard let id = PositionKeeper.id(of: request, in: table, isWalked: isWalked)
    else { return nil }
    let mark = FileMark(path: path)
    let (found, isFirst) = state.change { state -> (RowPositions?, Bool) in
      defer { state.isStarted = true }
      guard let index = state.entries.firstIndex(where: { $0.id == id }) else {
        state.append(Entry(id: id, request: request, isWalked: isWalked))
        return (nil, !state.isStarted)
      }
      let entry = state.entries[index]
      state.entries[index].lastUse = .now
      if entry.isComplete, entry.mark == mark { return (entry.known, false) }
      if entry.lastUse + PositionKeeper.askingTime < .now { state.hurry(for: id) }
      var known = entry.known
      known.count = known.count.map { RowPage.Count(value: $0.value, isExact: false) }
      return (known, false)
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
      let (isClosed, reading) = state.change { ($0.isClosed, $0.beginReading(at: mark)) }
      if isClosed { return }
      guard let reading else {
        state.wait(until: \.mustRead, atMost: .milliseconds(500))
        continue
      }
      let start = ContinuousClock.now
      if reading.entry.isWalked {
        walk(reading, session: session)
      } else {
        count(reading, session: session)
      }
      // A file that changes all the time must not be walked all the time.
      let rest = start.duration(to: .now) * 4
      state.wait(until: \.mustRead, atMost: min(max(rest, .milliseconds(5)), .seconds(30)))
    }
  }

  private func walk(_ reading: Reading, session: ReaderSession) {
    let entry = reading.entry
    var positions = entry.isComplete ? RowPositions(stride: PositionKeeper.stride) : entry.known
    let mark = entry.isComplete ? reading.mark : entry.mark ?? reading.mark
    do {
      while !reading.cancellation.isCancelled {
        let last = positions.fences.last
        switch try step(entry.request, from: last, count: positions.stride, session: session) {
        case .fence(let fence):
          positions.append(fence)
          // Before the first walk is complete, the page sees the known part.
          if positions.fences.count.isMultiple(of: 64) { show(positions, of: entry, mark: mark) }
        case .end(let count):
          positions.count = RowPage.Count(value: count, isExact: true)
          finish(entry, positions: positions, mark: mark)
          return didFind(entry.request.table, RowPage.Count(value: count, isExact: true))
        }
      }
      show(positions, of: entry, mark: mark)
    } catch let error as DatabaseError where error.code == .interrupted {
      // The rows are not in the order of the index, for example because it has another collation.
      change(entry) { $0.isWalked = false }
    } catch {
      // The schema has changed, or the file is missing. A new request begins a new walk.
      state.change { state in state.entries.removeAll { $0.id == entry.id } }
    }
  }

  /// Counts the rows of an entry that is not walked.
  private func count(_ reading: Reading, session: ReaderSession) {
    let entry = reading.entry
    var positions = RowPositions(stride: PositionKeeper.stride)
    do {
      let count = try session.read(expecting: entry.request.schema) { connection, schema in
        let table = try schema.table(entry.request.table)
        let filter = try entry.request.filter.sql(of: table).map { " WHERE \($0)" as SQL } ?? ""
        let deadline = StatementDeadline(
          after: PositionKeeper.countTime,
          orBy: reading.cancellation
        )
        return try deadline.run(on: connection) {
          let statement = try connection.prepareUserSQL(
            "SELECT count(*) FROM main.\(table: table.schema.name)" + filter
          )
          defer { statement.reset() }
          return try statement.step() ? Int(statement.integer(at: 0)) : 0
        }
      }
      positions.count = RowPage.Count(value: count, isExact: true)
    } catch {
      // The page may ask for these rows again.
      if reading.cancellation.isCancelled { return }
      positions.isUncounted = true
    }
    finish(entry, positions: positions, mark: reading.mark)
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

  /// Keeps the known part of a first walk. The walk goes on there after an interruption.
  private func show(_ positions: RowPositions, of entry: Entry, mark: FileMark) {
    change(entry) { entry in
      if !entry.isComplete { (entry.known, entry.mark) = (positions, mark) }
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
