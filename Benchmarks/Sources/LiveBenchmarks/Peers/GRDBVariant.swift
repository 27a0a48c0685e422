import Dispatch
import Foundation
import GRDB

/// One way to observe with GRDB.
struct GRDBVariant {
  /// `DatabasePool`, which fetches beside the writer, instead of `DatabaseQueue`.
  var isPool = true
  /// `trackingConstantRegion`, which does not look anew at what each fetch reads, and prepared
  /// statements that are kept, instead of `tracking` and the query interface.
  var isTuned = true
  /// `removeDuplicates()`: equal values are not delivered.
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

/// Observations of one database. Values are delivered on one queue of their own.
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

  /// Waits until all have begun and nothing happens any more. Returns false where that takes longer
  /// than `limit`.
  func settle(within limit: Duration = .seconds(60)) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    var last = tally.counts
    var lastChange = clock.now
    while clock.now < deadline {
      usleep(1_000)
      let now = tally.counts
      if now != last { (last, lastChange) = (now, clock.now) }
      // Each delivers once at least. Between its two first fetches it waits for the writer.
      let hasBegun = now.deliveries >= count
      if hasBegun, lastChange.duration(to: clock.now) > .milliseconds(100) { return true }
    }
    return false
  }

  /// Ends all of them.
  func cancel() {
    cancellables = []
    try? writer.barrierWriteWithoutTransaction { _ in }
  }
}
