import ArgumentParser
import Glibc
import StateGraphSQLite
import StateGraphTools

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Prints what changes in tables as JSON lines, also when other programs write.",
    discussion: """
      Each line is {"version":1,"table":…,"change":"insert|update|delete","key":{…},\
      "new":{…},"commit":n}. Programs that use this library and have the file open when they are \
      watched log what they commit, in the table stategraph_commits: each of their commits is told \
      by itself and in order. What others commit is found by reading the tables and comparing them \
      with the look before: several commits are then told as one, and a row that came and went \
      in between is not told at all. Of each row its key and 24 bytes are kept, twice during a \
      look; with --values the rows themselves, and "old" is there too.

      Example: stategraph watch library.sqlite books | jq .new.title
      """
  )

  @Argument(help: "The database file.", completion: .file())
  var database: String

  @Argument(help: "The tables.")
  var tables: [String]

  @Flag(help: "Keep the values of all rows in memory, and tell the old ones.")
  var values = false

  @Option(help: "Seconds between two looks at the tables, where there is no log of commits.")
  var interval = 0.25

  @Option(help: "End after the commit or the look at which this many changes were reached.")
  var count: Int?

  @Flag(name: .shortAndLong, help: "Do not say when watching begins.")
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
      let stream = ChangeStream(tables, keepsValues: values, limit: count) {
        if !quiet { StandardStream.error.note("watching \(tables.joined(separator: ", "))") }
      }
      try DatabaseWatch(path: database, interval: .seconds(interval)) {
        StopSignals.received != nil
      }.follow { try stream.look($0, output) }
    } catch {
      throw try CommandFailure.ending(watch: true, error, database: database)
    }
  }
}
