import Foundation

/// The work of a child process, which runs the same executable.
enum ChildRole: String {
  /// Writes to a file that the parent observes.
  case writer = "child-writer"
  /// Writes to a file at the same time as other children.
  case contender = "child-contender"

  func run(_ arguments: [String]) throws {
    switch self {
    case .writer: try ForeignLatency.write(arguments)
    case .contender: try Contention.write(arguments)
    }
  }
}

/// A child process and its output.
final class Child {
  private let process = Process()
  private let output = Pipe()
  /// The child waits for a line on this pipe. If the parent ends before it starts the child, the
  /// pipe closes, and the child ends.
  private let input = Pipe()

  init(_ role: ChildRole, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [role.rawValue] + arguments
    process.standardOutput = output
    process.standardInput = input
    try process.run()
  }

  /// Lets a child continue that waits in ``waitForStart()``.
  func start() { try? input.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }

  /// Waits until the child reports that it is ready.
  func waitUntilReady() {
    let line = String(decoding: output.fileHandleForReading.readData(ofLength: 6), as: UTF8.self)
    verify(line == "ready\n", "a child printed \(line)")
  }

  /// Waits for the end of the child, and returns the integers of each line that it has printed.
  func numbers() -> [[Int]] {
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    verify(process.terminationStatus == 0, "a child ended with \(process.terminationStatus)")
    return text.split(separator: "\n").map { line in
      line.split(separator: " ").compactMap { Int($0) }
    }
  }

  /// Reports to the parent that the child is ready, and waits for its start signal. The child calls
  /// this method.
  static func waitForStart() {
    print("ready")
    fflush(nil)
    verify(readLine() != nil, "the parent has ended")
  }
}
