#if Studio
import ArgumentParser
import Glibc
import StateGraphSQLite
import StateGraphStudioServer
import StateGraphThreads
import StateGraphTools

/// Serves a file until the process is ended, and prints addresses for the browser.
struct StudioRun {
  private let command: StudioProgram

  init(_ command: StudioProgram) { self.command = command }

  func run() async throws {
    // The check before the server starts gives a better message than the page could.
    _ = try ReadSession(path: command.database, isLasting: true)
    let api = StudioAPI(path: command.database, allowsWriting: command.write)
    let files = command.assets.map { PageFiles.folder($0) } ?? .embedded(EmbeddedPage.files)
    let router = StudioRouter(
      api: api,
      files: files,
      log: command.log ? .standardError : .none
    )
    // A client that is gone must not end the process.
    signal(SIGPIPE, SIG_IGN)
    try await StudioListener(router).run(port: command.port) { port in
      StudioRun.printAddress(port, api.sessions)
      StudioRun.printAddressAfterEnter(port, api.sessions)
    }
  }

  private static func printAddress(_ port: Int, _ sessions: StudioSessions) {
    let line = "http://127.0.0.1:\(port)/#ticket=\(sessions.makeTicket())\n"
    _ = line.withCString { Glibc.write(STDOUT_FILENO, $0, strlen($0)) }
  }

  private static func printAddressAfterEnter(_ port: Int, _ sessions: StudioSessions) {
    SystemThread {
      while readLine() != nil { printAddress(port, sessions) }
    }?.detach()
  }
}
#endif
