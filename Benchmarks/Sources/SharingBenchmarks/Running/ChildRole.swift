import Foundation

/// What another process of this executable does.
enum ChildRole: String {
  /// Writes to the file that the parent follows.
  case writer = "child-writer"
  /// Writes to a file with others.
  case contender = "child-contender"

  func run(_ arguments: [String]) throws {
    switch self {
    case .writer: try ForeignLatency.write(arguments)
    case .contender: try Contention.write(arguments)
    }
  }
}

/// A child, and what it printed.
final class Child {
  private let process = Process()
  private let output = Pipe()
  /// Held open, so that the child ends when this does.
  private let input = Pipe()

  init(_ role: ChildRole, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [role.rawValue] + arguments
    process.standardOutput = output
    process.standardInput = input
    try process.run()
  }

  /// Lets the child begin, which waits for it (see ``waitForStart()``).
  func start() { try? input.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }

  /// Waits until a child says that it is ready.
  func waitUntilReady() {
    let line = String(decoding: output.fileHandleForReading.readData(ofLength: 6), as: UTF8.self)
    verify(line == "ready\n", "a child that said \(line)")
  }

  /// The integers of its lines, after it has ended.
  func numbers() -> [[Int]] {
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    verify(process.terminationStatus == 0, "a child ended with \(process.terminationStatus)")
    return text.split(separator: "\n").map { line in
      line.split(separator: " ").compactMap { Int($0) }
    }
  }

  /// Called in a child: tells the parent, and waits for it.
  static func waitForStart() {
    print("ready")
    fflush(nil)
    verify(readLine() != nil, "the parent is gone")
  }
}
