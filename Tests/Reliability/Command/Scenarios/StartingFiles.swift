import StateGraphSQLite

/// The files that a scenario begins with, made once and copied for every run.
enum StartingFiles: CaseIterable {
  /// None.
  case none
  /// A database that was closed.
  case closed
  /// A database and the log of a program that was killed.
  case abandoned

  /// How many writes of the bank are in them.
  static let writeCount = 6

  /// Makes them in `directory`, and reads them.
  func make(in directory: String, seed: UInt64) throws -> FileContents {
    guard self != .none else { return FileContents() }
    let place = Place(directory: directory, seed: seed)
    let database = try place.open(BankMigrations.first)
    for number in 1..<StartingFiles.writeCount + 1 { try place.bank.write(number, to: database) }
    if self == .closed { try database.close() }
    defer { try? database.close() }
    // The index of the log, which is not a file after a crash.
    return try FileContents(of: directory) { !$0.hasSuffix("-shm") }
  }
}
