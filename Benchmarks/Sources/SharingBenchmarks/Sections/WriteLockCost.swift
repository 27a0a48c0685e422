import Foundation
import Measurement
import StateGraphPersistence

/// Measures the cost of the write lock for a single process. It writes one row, in rounds that
/// alternate with rounds in a database without the write lock.
enum WriteLockCost {
  static func run(_ run: SharingRun) throws {
    print("\n| one row written by one process | median | 5 % – 95 % | ratio to without | bar |")
    print("|---|---|---|---|---|")
    for place in Place.allCases {
      try place.inFolder { try measure(run, in: $0, place) }
    }
  }

  private static func measure(_ run: SharingRun, in folder: String, _ place: Place) throws {
    let paths = [folder + "/without.sqlite", folder + "/with.sqlite"]
    // The sharing file cannot be created, because a folder has its name. Writes then take no write
    // lock.
    try FileManager.default.createDirectory(
      atPath: paths[0] + "-sharing",
      withIntermediateDirectories: false
    )
    let databases = try paths.map(open)
    let isShared = paths.map { isFile($0 + "-sharing") }
    verify(isShared == [false, true], "the write lock is taken: \(isShared)")
    let (rounds, writes) = (run.size(101, quick: 5), run.size(1_000, quick: 200))
    var times: [[Double]] = [[], []]
    for round in -5..<rounds {
      for side in round % 2 == 0 ? [0, 1] : [1, 0] {
        let database = databases[side]
        let begin = monotonicNanoseconds()
        for number in 0..<writes {
          try database.execute("UPDATE numbers SET n = \(number) WHERE id = 1")
        }
        let time = Double(monotonicNanoseconds() - begin) / Double(writes)
        if round >= 0 { times[side].append(time) }
        let stored = try database.integers("SELECT n FROM numbers")
        verify(stored == [writes - 1], "the last of \(writes) writes was \(stored)")
      }
    }
    report(times, place)
    for database in databases { try database.close() }
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }

  private static func open(_ path: String) throws -> Database {
    let database = try Database.measured(path)
    try database.execute("CREATE TABLE numbers (id INTEGER PRIMARY KEY, n INTEGER) STRICT")
    try database.execute("INSERT INTO numbers VALUES (1, 0)")
    return database
  }

  private static func report(_ times: [[Double]], _ place: Place) {
    let measured = [
      Measurement("without the write lock, in \(place.rawValue)", samples: times[0]),
      Measurement("with the write lock, in \(place.rawValue)", samples: times[1]),
    ]
    // Each ratio is that of two consecutive rounds, so that other work on the machine slows both.
    let ratios = Measurement("", samples: zip(times[1], times[0]).map { $0 / $1 })
    let ratio = measured[1].median / measured[0].median
    let spread = [5, 95].map { ratioText(ratios.percentile($0)) }.joined(separator: " – ")
    for (side, measurement) in measured.enumerated() {
      let notes =
        side == 0 ? " | | " : " | \(ratioText(ratio)) (\(spread)) | 1.1 x: \(verdict(ratio <= 1.1))"
      print(
        "| \(measurement.name) | \(timeText(measurement.median)) | \(measurement.rangeText)\(notes) |"
      )
    }
  }
}
