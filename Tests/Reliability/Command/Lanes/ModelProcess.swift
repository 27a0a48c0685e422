import ArgumentParser
import Glibc
import StateGraphSQLite

/// A child process that shares the file of a history, and executes the commands of its parent.
struct ModelProcess: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model-process",
    shouldDisplay: false
  )

  @Option var path: String
  /// The path of the pipe from which the process reads commands.
  @Option var commands: String
  @Flag var follows = false
  @Flag var durable = false

  func run() throws {
    guard let pipe = fopen(commands, "re") else {
      throw Violation("cannot open the pipe: errno \(errno)")
    }
    defer { fclose(pipe) }
    let durability: Durability = durable ? .full : .normal
    let actor = LocalActor(path: path, follows: follows, durability: durability)
    try actor.open()
    tell("open")
    var buffer = [CChar](repeating: 0, count: 256)
    while fgets(&buffer, Int32(buffer.count), pipe) != nil {
      let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
      let line = String(decoding: bytes, as: UTF8.self)
      do {
        guard try obey(line.split { $0 == " " || $0 == "\n" }, actor) else { return }
      } catch {
        tell("violation: \(error)".split(separator: "\n").joined(separator: " "))
      }
    }
  }

  /// Returns false after the last command.
  private func obey(_ words: [Substring], _ actor: LocalActor) throws -> Bool {
    switch words.first {
    case "run":
      guard let work = ModelWork(words.dropFirst()) else { throw Violation("unknown transaction") }
      tell(try actor.run(work) ? "committed" : "undone")
    case "stay":
      guard let work = ModelWork(words.dropFirst()) else { throw Violation("unknown transaction") }
      _ = work.run(on: try actor.database) {
        tell("inside")
        while true { pause() }
      }
    case "hear":
      try actor.hear()
      tell("heard")
    case "check":
      try actor.check()
      tell("same")
    case "close":
      try actor.close()
      tell("closed")
      return false
    default: throw Violation("unknown command")
    }
    return true
  }
}
