import Testing

@testable import StateGraphSQLite

@Suite struct SQLiteVersionTests {
  @Test(arguments: [
    (3_006_023, false), (3_007_000, true), (3_040_001, true), (3_044_005, true),
    (3_044_006, false), (3_044_099, false), (3_045_000, true), (3_050_006, true),
    (3_050_007, false), (3_051_000, true), (3_051_002, true), (3_051_003, false),
    (3_052_000, false),
  ])
  func `the SQLite versions that lose pages are recognized`(number: Int, loses: Bool) {
    #expect(SQLiteCapabilities.losesPagesOnLogReset(versionNumber: number) == loses)
  }
}
