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
    do {
      try await serve()
    } catch let error as InspectionError {
      throw Self.ending(
        error.message + (error.remedy.isEmpty ? "." : ". \(error.remedy)."),
        status: ExitStatus.code(of: error)
      )
    } catch let error as DatabaseError {
      throw Self.ending("\(command.database): \(error)", status: ExitStatus.code(of: error))
    } catch let error as ListenError {
      let isPermitted = error.code != .portNotPermitted
      throw Self.ending(
        error.description,
        status: isPermitted ? ExitStatus.usage : ExitStatus.permission
      )
    }
  }

  /// Prints why the program ends. Returns the error that gives the process its exit code, which is
  /// the one that `stategraph` has for the same cause.
  private static func ending(_ message: String, status: Int32) -> ExitCode {
    let line = "stategraph-studio: " + DisplayText(name: message).text + "\n"
    _ = line.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
    return ExitCode(status)
  }

  private func serve() async throws {
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
      StudioRun.printAddress(port, sessions: api.sessions)
      StudioRun.printAddressAfterEnter(port, sessions: api.sessions)
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
      throw Self.ending(
        "\(error.message) Leave out --write, or pass --any-application to change the file of that "
          + "program.",
        status: ExitStatus.code(of: error)
      )
    }
  }

  private static func printAddress(_ port: Int, sessions: StudioSessions) {
    let line = "http://127.0.0.1:\(port)/#ticket=\(sessions.makeTicket())\n"
    _ = line.withCString { Glibc.write(STDOUT_FILENO, $0, strlen($0)) }
  }

  private static func printAddressAfterEnter(_ port: Int, sessions: StudioSessions) {
    SystemThread {
      while readLine() != nil { printAddress(port, sessions: sessions) }
    }?.detach()
  }
}
#endif
