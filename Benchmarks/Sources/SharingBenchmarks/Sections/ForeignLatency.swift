import Foundation
import Measurement
import StateGraphPersistence
import Synchronization

/// A sensor. Its reading is the time of its last write in nanoseconds.
@Entity
final class Sensor {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored var reading: Int
}

/// Measures the time from the write of a row by another process to the call of the row's observer.
enum ForeignLatency {
  private static let sensorCount = 1_000

  static func run(_ run: SharingRun) throws {
    print("\n| a row of 1,000 live ones, written by another process | p50 | p99 | longest | bars |")
    print("|---|---|---|---|---|")
    for place in Place.allCases {
      try place.inFolder { try measure(run, in: $0, place) }
    }
  }

  private static func measure(_ run: SharingRun, in folder: String, _ place: Place) throws {
    let path = folder + "/sensors.sqlite"
    let database = try Database.measured(path)
    try database.execute(
      "CREATE TABLE sensors (id INTEGER PRIMARY KEY, reading INTEGER NOT NULL) STRICT"
    )
    let sensors = try EntityStore<Sensor>(database)
    try database.write {
      for id in 0..<sensorCount { sensors.add(Sensor(id: .init(id), reading: 0)) }
    }
    let told = Told()
    let held = (0..<sensorCount).compactMap { sensors.get(by: .init($0)) }
    let subscription = withGraphTracking {
      for (id, sensor) in held.enumerated() {
        sensor.$reading.onChange { told.receive($0, of: id) }
      }
    }
    told.removeAll()

    let count = run.size(2_500, quick: 200)
    let child = try Child(.writer, [path, "\(count)"])
    child.waitUntilReady()
    child.start()
    let writes = child.numbers()
    verify(writes.count == count, "\(writes.count) of \(count) writes")
    try database.catchUp()
    let calls = told.calls
    verify(calls.count == count, "\(calls.count) calls for \(count) writes")
    var (fromBegin, fromEnd): ([Double], [Double]) = ([], [])
    for (number, write) in writes.enumerated() {
      let call = calls[number]
      verify(call.reading == write[0], "call \(number) was of another write")
      verify(call.sensor == number % sensorCount, "call \(number) was of another row")
      fromBegin.append(Double(call.time - write[0]))
      fromEnd.append(Double(max(0, call.time - write[1])))
    }
    subscription.cancel()
    report("from the beginning of the write, in \(place.rawValue)", fromBegin)
    report("from its return, in \(place.rawValue)", fromEnd)
    try database.close()
  }

  private static func report(_ name: String, _ samples: [Double]) {
    let times = Measurement(name, samples: samples)
    let (half, most) = (times.percentile(50), times.percentile(99))
    let bars = "2 ms: \(verdict(half <= 2e6)), 20 ms: \(verdict(most <= 20e6))"
    print(
      "| \(name) | \(timeText(half)) | \(timeText(most)) | \(timeText(times.percentile(100))) "
        + "| \(bars) |"
    )
  }

  /// Runs in the child. Writes one row after another, each after a random time, and prints the time
  /// at the beginning and at the end of each write.
  static func write(_ arguments: [String]) throws {
    let (path, count) = (arguments[0], Int(arguments[1]) ?? 0)
    let database = try Database.measured(path)
    var times: [(Int, Int)] = []
    Child.waitForStart()
    for number in 0..<count {
      usleep(UInt32.random(in: 1_000...20_000))
      let begin = monotonicNanoseconds()
      try database.execute(
        "UPDATE sensors SET reading = \(begin) WHERE id = \(number % sensorCount)"
      )
      times.append((begin, monotonicNanoseconds()))
    }
    try database.close()
    for (begin, end) in times { print(begin, end) }
  }
}

/// The values that observers received, with the times of the calls.
private final class Told: Sendable {
  private let state = Mutex<[(reading: Int, sensor: Int, time: Int)]>([])

  func receive(_ reading: Int, of sensor: Int) {
    let time = monotonicNanoseconds()
    state.withLock { $0.append((reading, sensor, time)) }
  }

  var calls: [(reading: Int, sensor: Int, time: Int)] { state.withLock { $0 } }
  func removeAll() { state.withLock { $0 = [] } }
}
