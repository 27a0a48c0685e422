import Dispatch
import Foundation
import GRDB

/// A way to observe a database with GRDB.
struct GRDBVariant {
  /// Whether the database is a `DatabasePool`, which fetches while a write runs, or a
  /// `DatabaseQueue`.
  var isPool = true
  /// Whether observations use `trackingConstantRegion`, which does not determine again what each
  /// fetch reads, and cached statements. Otherwise they use `tracking` and the query interface.
  var isTuned = true
  /// Whether observations use `removeDuplicates()`, which does not deliver a value that equals the
  /// previous one.
  var removesDuplicates = false

  var name: String {
    let kind = isTuned ? "tuned" : "query interface"
    let duplicates = removesDuplicates ? " without duplicates" : ""
    return "GRDB \(kind)\(duplicates) \(isPool ? "pool" : "queue")"
  }

  static let all = [true, false].flatMap { isTuned in
    [true, false].flatMap { isPool in
      [false, true].map { GRDBVariant(isPool: isPool, isTuned: isTuned, removesDuplicates: $0) }
    }
  }

  /// Opens a file with the settings of both sides.
  func open(_ path: String) throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.journalMode = .wal
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
      try db.execute(sql: "PRAGMA cache_size = -65536")
    }
    return isPool
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
  }
}

/// The observations of one database. One serial queue delivers their values.
final class GRDBObservations<Value: Sendable & Equatable> {
  let writer: any DatabaseWriter
  let variant: GRDBVariant
  let tally = ObservationTally()
  private(set) var count = 0
  private var cancellables: [AnyDatabaseCancellable] = []
  private let queue = DispatchQueue(label: "deliveries")

  init(_ variant: GRDBVariant, _ path: String) throws {
    self.variant = variant
    writer = try variant.open(path)
  }

  func observe(
    _ fetch: @escaping @Sendable (Database) throws -> Value,
    deliver: @escaping @Sendable (Value) -> Void
  ) {
    let counted: @Sendable (Database) throws -> Value = { [tally] db in
      defer { tally.noteFetch() }
      return try fetch(db)
    }
    let observation =
      variant.isTuned
      ? ValueObservation.trackingConstantRegion(counted) : ValueObservation.tracking(counted)
    if variant.removesDuplicates {
      begin(observation.removeDuplicates(), deliver)
    } else {
      begin(observation, deliver)
    }
    count += 1
  }

  private func begin<Reducer: ValueReducer>(
    _ observation: ValueObservation<Reducer>,
    _ deliver: @escaping @Sendable (Value) -> Void
  ) where Reducer.Value == Value {
    let cancellable = observation.start(
      in: writer,
      scheduling: .async(onQueue: queue),
      onError: { error in verify(false, "GRDB: \(error)") },
      onChange: { [tally] value in
        deliver(value)
        tally.noteDelivery()
      }
    )
    cancellables.append(cancellable)
  }

  /// Waits until each observation has delivered a value and no observation has done anything for
  /// 100 ms. Returns false if that takes longer than `limit`.
  func settle(within limit: Duration = .seconds(60)) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    var last = tally.counts
    var lastChange = clock.now
    while clock.now < deadline {
      usleep(1_000)
      let now = tally.counts
      if now != last { (last, lastChange) = (now, clock.now) }
      // An observation waits for the writer between its first two fetches, so that a pause of the
      // counts alone does not show that it has begun. Each observation delivers at least one value.
      let hasBegun = now.deliveries >= count
      if hasBegun, lastChange.duration(to: clock.now) > .milliseconds(100) { return true }
    }
    return false
  }

  /// Ends all observations, and waits for the writer.
  func cancel() {
    cancellables = []
    try? writer.barrierWriteWithoutTransaction { _ in }
  }
}
