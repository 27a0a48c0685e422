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
    // The checks before the server starts give better messages than the page could.
    if command.write { try prepareWriting() }
    try ReadSession(path: command.database, isLasting: true).read { connection in
      _ = try connection.firstValue("PRAGMA schema_version")
    }
    let api = StudioAPI(
      path: command.database,
      allowsWriting: command.write,
      acceptsAnyApplication: command.anyApplication
    )
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

  /// Ends the program if the file is that of another program. If the transaction of a program that
  /// was ended is still to be undone, undoes it.
  private func prepareWriting() throws {
    do throws(DatabaseError) {
      try FileInspection.check(
        DatabaseLocation(path: command.database),
        migrations: nil,
        acceptsAnyApplication: command.anyApplication,
        isToBeWritten: true
      )
    } catch {
      guard error.code == .foreignFile else { throw error }
      let line =
        "\(error.message) Leave out --write, or pass --any-application to change the file of that "
        + "program.\n"
      _ = line.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
      throw ExitCode(78)
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
