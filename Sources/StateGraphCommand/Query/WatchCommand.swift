import ArgumentParser
import Glibc
import StateGraphSQLite
import StateGraphTools

struct WatchCommand: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Prints the changes of tables as JSON lines, also those of other programs.",
    discussion: """
      Each line is {"version":1,"table":…,"change":"insert|update|delete","key":{…}, \
      "new":{…},"commit":n}. Programs that use this library log their commits in the table \
      stategraph_commits while they have the database open and are watched. Each of their commits \
      is reported separately and in order. The commits of other programs are found by reading the \
      tables and comparing them with the previous state: several commits are then reported as \
      one, and a row that was inserted and deleted in between is not reported. The command keeps \
      the key and 24 bytes of each row in memory, and twice as much while it reads a table. With \
      --values it keeps all values, and reports the old ones as "old".

      Example: stategraph watch library.sqlite books | jq .new.title
      """
  )

  @OptionGroup var file: DatabaseArgument

  @Argument(help: "The tables to watch.")
  var tables: [String]

  @Flag(help: "Keep the values of all rows in memory and report the old ones.")
  var values = false

  @Option(help: "The seconds between two reads of the tables, if commits are not logged.")
  var interval = 0.25

  @Option(help: "The number of changes after which the command ends, at the end of a commit.")
  var count: Int?

  @Flag(name: .shortAndLong, help: "Do not print a message when watching begins.")
  var quiet = false

  func validate() throws {
    if tables.isEmpty { throw ValidationError("Name at least one table to watch.") }
    if let count, count < 1 { throw ValidationError("--count must be at least 1.") }
    guard (0.01...3600).contains(interval) else {
      throw ValidationError("--interval must be between 0.01 and 3600 seconds.")
    }
  }

  func run() throws {
    do {
      StopSignals.watch()
      let output = ByteOutput(descriptor: STDOUT_FILENO, name: "standard output")
      let stream = ChangeStream(tables, keepsValues: values, limit: count) { leftOut in
        for column in leftOut { StandardStream.error.note("left out: \(column)") }
        if !quiet { StandardStream.error.note("watching \(tables.joined(separator: ", "))") }
      }
      try DatabaseWatch(path: database, interval: .seconds(interval)) {
        StopSignals.received != nil
      }.follow { try stream.poll($0, to: output) }
    } catch {
      throw try CommandFailure.ending(watch: true, error, database: database)
    }
  }
}
