import Glibc
import StateGraphSQLite

/// The files at the start of a scenario. They are made once, and copied for every run.
enum StartingFiles: CaseIterable {
  /// No files.
  case none
  /// A closed database.
  case closed
  /// A database with the log that a killed program left.
  case abandoned
  /// The same, with a log that needs only a few more pages to be moved to the file.
  case longLog

  /// The number of bank writes in the files.
  static let writeCount = 6

  /// Less than the 1,000 pages at which the library moves the log.
  private static let longLogPageCount = 985
  /// The size of a page and its header in the log.
  private static let logPageBytes = 4_096 + 24

  /// Reads the files from `kept`, or makes them in `directory` and keeps a copy if no process of
  /// this lane has done so.
  func make(
    in directory: String,
    seed: UInt64,
    durability: Durability = .normal,
    keptBeside kept: String
  ) throws -> FileContents {
    let path = "\(kept)/\(self)-\(durability)"
    if access(path, F_OK) == 0 { return try FileContents(of: path) }
    let contents = try make(in: directory, seed: seed, durability: durability)
    // A rename makes the folder appear as a whole, since this process may be killed.
    let unfinished = try Directory.make(path + "-unfinished")
    try contents.replace(unfinished)
    guard rename(unfinished, path) == 0 else { throw Violation("\(path): errno \(errno)") }
    return contents
  }

  private func make(
    in directory: String,
    seed: UInt64,
    durability: Durability
  ) throws -> FileContents {
    guard self != .none else { return FileContents() }
    let place = Place(directory: directory, seed: seed, durability: durability)
    let database = try place.open(BankMigrations.first)
    for number in 1..<StartingFiles.writeCount + 1 { try place.bank.write(number, to: database) }
    if self == .closed { try database.close() }
    if self == .longLog { try lengthenLog(of: database, in: place) }
    defer { try? database.close() }
    // The index of the log is not a file after a crash.
    return try FileContents(of: directory) { !$0.hasSuffix("-shm") }
  }

  /// Updates one page repeatedly: the log grows, and the file stays short.
  private func lengthenLog(of database: Database, in place: Place) throws {
    try database.execute("INSERT INTO cities (id, name) VALUES ('c', '')")
    var number = 0
    while Self.logPageCount(of: place) < Self.longLogPageCount {
      number += 1
      try database.execute("UPDATE cities SET name = \("\(number)") WHERE id = 'c'")
      guard number < 2 * Self.longLogPageCount else {
        throw Violation("the log does not become longer than \(Self.logPageCount(of: place)) pages")
      }
    }
  }

  private static func logPageCount(of place: Place) -> Int {
    var information = stat()
    guard stat(place.path + "-wal", &information) == 0 else { return 0 }
    return Int(information.st_size) / logPageBytes
  }
}
