import Foundation
import StateGraphPersistence
import StateGraphSQLite
import TestSupport
import Testing

/// Settings in files of released versions; see `Fixtures/Released/README.md`.
@Suite struct ReleasedSettingsTests {
  @Test func `the settings of release 0.1.0 are read and set`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("released.sqlite")
    let text = try String(
      contentsOfFile: PackageRoot.fixture("Released/0.1.0/database.sql"),
      encoding: .utf8
    )
    do {
      let writer = try WriterConnection.open(DatabaseLocation(path: path))
      try writer.runScript(text) { _ in }
    }
    let database = try Database(path: path)
    let volume = Stored(wrappedValue: 1, backed: .sqlite(key: "volume", in: database))
    let title = Stored(wrappedValue: "", backed: .sqlite(key: "title", in: database))
    #expect(volume.wrappedValue == 11)
    #expect(title.wrappedValue == "Kept")
    volume.wrappedValue = 12
    let reopened = try Database(path: path)
    let value = try reopened.fetchValue(
      Int.self,
      "SELECT value FROM stategraph_settings WHERE key = 'volume'"
    )
    #expect(value == 12)
  }
}
