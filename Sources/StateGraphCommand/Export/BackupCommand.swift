import ArgumentParser
import StateGraphSQLite
import StateGraphTools

struct BackupCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copies a database to another file while other programs use it.",
    discussion: """
      The copy contains the state of one commit. It is checked before it appears under its name. \
      An existing file is replaced only with --force.

      Example: stategraph backup library.sqlite library-2026-11-22.sqlite
      """
  )

  @OptionGroup var file: DatabaseArgument

  @Argument(help: "The file to create.", completion: .file())
  var target: String

  @Flag(help: "Replace an existing file.")
  var force = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print no report and show no progress.")
  var quiet = false

  func run() throws {
    StopSignals.watch()
    let line = StatusLine(isWanted: !quiet)
    do {
      let copy = BackupCopy(of: database)
      let (bytes, unchecked) = try copy.write(to: target, replacesExisting: force) { state in
        let percent = state.copiedPageCount * 100 / max(1, state.pageCount)
        line.show("\(percent) % of \(state.pageCount) pages")
        return StopSignals.received == nil ? .proceed : .stop
      }
      line.erase()
      for part in unchecked { StandardStream.error.note("not checked: \(part)") }
      if !quiet { try StandardStream.output.print(report(bytes, unchecked: unchecked)) }
    } catch {
      line.erase()
      throw CommandFailure(inspecting: error, database: database)
    }
  }

  private func report(_ bytes: Int64, unchecked: [String]) -> String {
    guard json else {
      let extent = unchecked.isEmpty ? "checked" : "checked in part"
      return TerminalText.oneLine("\(target): \(bytes) bytes, \(extent)") + "\n"
    }
    let report: JSONOutput = .object([
      ("version", .integer(1)), ("command", .string("backup")), ("path", .string(target)),
      ("bytes", .integer(bytes)), ("unchecked", .strings(unchecked)),
    ])
    return report.text() + "\n"
  }
}
