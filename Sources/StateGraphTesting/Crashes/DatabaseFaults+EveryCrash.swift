import Testing

extension DatabaseFaults {
  /// Runs code once, and checks the database that a crash at each moment of the code would leave.
  ///
  /// ```swift
  /// try db.faults.everyCrash(of: { try transfer(5, from: ada, to: grace) }) { after in
  ///   try #expect(after.value("SELECT sum(cents) FROM accounts") == 1_000)
  /// }
  /// ```
  ///
  /// While the code runs, the method records each write to the files of the database. After that,
  /// it makes an image for each possible crash: a copy of the files as they were before the first
  /// write, or after one of the writes. This library opens the image as a database, and recovers it
  /// as after a real crash. `after` can read and write this database, and use its labels. What
  /// `after` writes does not appear in the next image.
  ///
  /// The check ends at the first crash after which `after` throws, or after which an expectation
  /// fails. The failure names the write. Under XCTest, and inside `TestDatabase.with`, an assertion
  /// of the testing library does not end the check. The expectations of this module and errors do.
  ///
  /// Commits of ``otherProcess(_:)`` and ``stranger(_:)`` inside `body` are recorded, too. Writes
  /// to other databases are not.
  ///
  /// - Parameters:
  ///   - model: What ends the program. With ``CrashModel/powerLoss``, up to three images are
  ///     checked for each write: one with all writes since the last flush, one without them, and
  ///     one with some of them. Whether a file exists is never lost.
  ///   - pointLimit: How many moments at regular distances are checked if the code makes more
  ///     writes than that. The moments around each commit are checked in addition.
  ///   - body: The code under test.
  ///   - fileID: The position of the call. Leave the defaults of this and the next parameters.
  ///   - filePath: The position of the call.
  ///   - line: The position of the call.
  ///   - column: The position of the call.
  ///   - check: Receives the test database of an image, and checks it. Runs on this thread.
  /// - Returns: The number of images that were checked.
  /// - Throws: The error of `body`; no image is checked then. ``TestDatabaseError`` for a database
  ///   in memory, inside a write, inside another `everyCrash` of the same database, and outside of
  ///   a test. Under XCTest also if a check throws.
  @discardableResult
  public func everyCrash(
    _ model: CrashModel = .processEnd,
    pointLimit: Int = 1_000,
    of body: () throws -> Void,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    after check: (TestDatabase) throws -> Void
  ) throws -> Int {
    let environment = try database.environment(for: "everyCrash")
    let opened = try database.openCase()
    guard !opened.clone.database.isWriting else { throw CrashCheck.misuse("inside a write") }
    guard environment.beginCrashCheck() else {
      throw CrashCheck.misuse("inside another everyCrash of the same database")
    }
    defer { environment.endCrashCheck() }
    let image = try CrashImage(
      of: environment,
      bytes: opened.clone.template.image.bytes.count
    )
    defer { image.remove() }
    try body()
    var crashes = CrashCheck(of: opened, image, recording: image.endRecording())
    do {
      try crashes.run(model, pointLimit: pointLimit, check: check)
    } catch let failure as CrashCheck.Failure {
      try ExpectationFailure(
        message: failure.message,
        location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      ).report(to: opened)
    }
    return crashes.checkedCount
  }
}
