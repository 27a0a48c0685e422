import Testing

/// People and other machines set the time of day, so a wait that uses it may take years. Deadlines
/// and intervals use a monotonic clock, and this list names every file that reads the time of day,
/// with the reason.
@Suite struct WallClockTests {
  /// The reasons, by path in `Sources`.
  private static let known = [
    "StateGraphPersistence/Explanation/CommitTraceRecording.swift":
      "when a traced write began, for people",
    "StateGraphPersistence/Keys/TimeOrderedNumbers.swift": "with which a new identifier begins",
    "StateGraphSQLite/Connection/FilePlacement.swift": "whether a new change has a new time",
    "StateGraphSQLite/Database/Database+Configuration.swift": "timestamps of entities",
    "StateGraphSQLite/Migrations/MigrationBackup.swift": "the name of a copy",
    "StateGraphSQLite/Migrations/MigrationDirectory+Creating.swift": "the number of a new file",
    "StateGraphSQLite/Migrations/MigrationTable.swift": "when a migration was applied, for people",
    "StateGraphStudioServer/Timeline/TimelineCommit.swift": "when a commit was seen, for people",
    "StateGraphThreads/SystemClock.swift": "the clock of the others",
    "StateGraphTools/Comparing/TableChange.swift": "the name of a default that SQLite has",
    "StateGraphSQLite/Schema/SchemaReader.swift": "the name of a default that SQLite has",
    "StateGraphSQLite/Schema/TableConstraints.swift": "the name of a default that SQLite has",
    "StateGraphSQLite/Sharing/SharingFile+Opening.swift": "how old a file is that nobody finishes",
  ]

  private static let wallClocks = [
    "CLOCK_REALTIME", "gettimeofday", "time(nil)", " Date()", "Date.now", "timeIntervalSinceNow",
    "CFAbsoluteTime", "'now'", "CURRENT_TIME", "DispatchWallTime", "wallDeadline",
    "wait(until: Date", "scheduledTimer", "SystemClock.timeOfDay",
  ]

  @Test func `only the listed files read the wall clock`() {
    let asking = SourceFile.all(under: "Sources").filter { file in
      file.code.contains { line in Self.wallClocks.contains { line.text.contains($0) } }
    }
    #expect(Set(asking.map(\.path)) == Set(Self.known.keys.map { "Sources/" + $0 }))
  }
}
