#if Studio
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("The listening server", .timeLimit(.minutes(20)))
struct ListenerTests {
  @Test(.timeLimit(.minutes(4)))
  func `a port that another server uses ends the start with an error`() async throws {
    let studio = try await RunningStudio()
    let router = StudioRouter(
      api: studio.api,
      files: .folder(studio.folder.path),
      log: .to { _ in },
      patience: .seconds(10)
    )
    let started = Recorder<Int>()
    let error = await #expect(throws: ListenError.self) {
      try await StudioListener(router).run(port: studio.port) { started.record($0) }
    }
    #expect(started.elements.isEmpty)
    #expect(error?.code == .portInUse)
    #expect(error?.description.contains("\(studio.port)") == true)
    #expect(error?.remedy.contains("another port") == true)
  }
}
#endif
