import StateGraphSQLite
import StateGraphTools
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("Errors of the server for the page")
struct StudioErrorTests {
  @Test(
    arguments: [
      (DatabaseError.Code.diskFull, "diskFull"), (.readOnly, "readOnly"),
      (.cannotOpen, "unreadable"), (.inputOutput, "unreadable"), (.permission, "unreadable"),
      (.fileMoved, "fileChanged"), (.corrupt, "damaged"), (.busy, "busy"),
    ]
  )
  func `an error of the file has a code and advice of its own`(
    code: DatabaseError.Code,
    expected: String
  ) {
    let error = StudioError(DatabaseError(code, "secret"))
    #expect(error.status == 503)
    #expect(error.code == expected)
    #expect(!error.remedy.isEmpty)
    #expect(!error.message.contains("secret"))
  }

  @Test(
    arguments: [
      (DatabaseError.Code.cannotOpen, LiveHub.FileState.unreadable),
      (.inputOutput, .unreadable), (.corrupt, .damaged), (.notADatabase, .damaged),
      (.busy, .locked),
    ]
  )
  func `only a damaged file is called damaged`(
    code: DatabaseError.Code,
    expected: LiveHub.FileState
  ) {
    #expect(LiveHub.FileState(StudioError(DatabaseError(code, ""))) == expected)
  }

  @Test func `a read after the end of the threads is an error`() async throws {
    let folder = try TemporaryDirectory()
    let readers = FileReaders(path: folder.file("app.sqlite"), count: 1)
    readers.close()
    await #expect(throws: StudioError.self) { try await readers.run { _ in 1 } }
  }
}
