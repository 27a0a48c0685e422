import Glibc
import StateGraphSQLite

/// An actor in a child process that executes commands and can be killed.
final class ModelChild: ModelActor {
  private let path: String
  private let follows: Bool
  private let isDurable: Bool
  private let commandPath: String
  private var process: ChildProcess?
  private var commands: Int32 = -1

  /// - Parameter directory: The folder of the command pipe.
  init(path: String, follows: Bool, isDurable: Bool, directory: String) throws {
    (self.path, self.follows, self.isDurable) = (path, follows, isDurable)
    commandPath = directory + "/commands"
    guard mkfifo(commandPath, 0o600) == 0 else {
      throw Violation("cannot create a pipe: errno \(errno)")
    }
  }

  deinit { end() }

  /// Starts a process that opens the file.
  func open() throws {
    var arguments = ["model-process", "--path", path, "--commands", commandPath]
    if follows { arguments.append("--follows") }
    if isDurable { arguments.append("--durable") }
    process = try ChildProcess(arguments)
    // The pipe is opened for both directions, so that neither process waits for the other to open
    // it.
    commands = Glibc.open(commandPath, O_RDWR | O_CLOEXEC)
    guard commands >= 0 else { throw Violation("cannot open the pipe: errno \(errno)") }
    try expect("open")
  }

  func close() throws {
    try ask("close", for: "closed")
    let ending = process?.wait()
    process = nil
    end()
    guard ending == .exit(0) else { throw Violation("a process ended with \(ending as Any)") }
  }

  func run(_ work: ModelWork) throws -> Bool {
    send("run \(work.line)")
    return try answer(to: work)
  }

  func hear() throws { try ask("hear", for: "heard") }

  func check() throws { try ask("check", for: "same") }

  /// Sends several transactions. The process answers each.
  func begin(_ works: [ModelWork]) { for work in works { send("run \(work.line)") } }

  func answer(to work: ModelWork) throws -> Bool {
    switch process?.nextLine() {
    case "committed": return true
    case "undone": return false
    case let line: throw Violation("transaction \(work.number): \(line ?? "the process ended")")
    }
  }

  /// Kills the process. With `work`, the process dies within this transaction.
  func kill(inside work: ModelWork?) throws {
    if let work { try ask("stay \(work.line)", for: "inside") }
    _ = killNow()
  }

  /// Kills the process and returns its answers so far: for each transaction, whether it was
  /// committed.
  func killNow() -> [Bool] {
    process?.kill()
    var answers: [Bool] = []
    while let line = process?.nextLine() { answers.append(line == "committed") }
    _ = process?.wait()
    process = nil
    end()
    return answers
  }

  private func end() {
    if let process {
      process.kill()
      _ = process.wait()
    }
    process = nil
    if commands >= 0 { Glibc.close(commands) }
    commands = -1
  }

  private func send(_ line: String) { tell(line, descriptor: commands) }

  private func ask(_ line: String, for answer: String) throws {
    send(line)
    try expect(answer)
  }

  private func expect(_ answer: String) throws {
    let line = process?.nextLine()
    guard line == answer else {
      throw Violation("a process printed \(line ?? "nothing") instead of \(answer)")
    }
  }
}

extension ModelWork {
  var line: String { "\(kind.rawValue) \(seed) \(number)" }

  init?(_ words: some Collection<Substring>) {
    let words = Array(words)
    guard words.count == 3, let kind = Kind(rawValue: String(words[0])),
      let seed = UInt64(words[1]), let number = Int(words[2])
    else { return nil }
    self.init(kind: kind, seed: seed, number: number)
  }
}
