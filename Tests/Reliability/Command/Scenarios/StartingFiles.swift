import Glibc
import StateGraphSQLite

/// The files that a scenario begins with, made once and copied for every run.
enum StartingFiles: CaseIterable {
  /// None.
  case none
  /// A database that was closed.
  case closed
  /// A database and the log of a program that was killed.
  case abandoned
  /// The same, with a log that needs few pages more to be moved to the file.
  case longLog

  /// How many writes of the bank are in them.
  static let writeCount = 6

  /// Below the 1,000 pages at which the library moves them.
  private static let longLogPageCount = 985
  /// A page and its header, as the log holds them.
  private static let logPageBytes = 4_096 + 24

  /// Makes them in `directory`, unless that has been done by another process of this lane, and
  /// reads them.
  func make(
    in directory: String,
    seed: UInt64,
    durability: Durability = .normal,
    keptBeside kept: String
  ) throws -> FileContents {
    let path = "\(kept)/\(self)-\(durability)"
    if access(path, F_OK) == 0 { return try FileContents(of: path) }
    let contents = try make(in: directory, seed: seed, durability: durability)
    // Whole or not at all: this process may be killed.
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
    // The index of the log, which is not a file after a crash.
    return try FileContents(of: directory) { !$0.hasSuffix("-shm") }
  }

  /// Writes one page again and again: the log gets long, and the file stays short.
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
