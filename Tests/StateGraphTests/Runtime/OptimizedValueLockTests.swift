import Foundation
import TestSupport
import Testing

/// The optimiser may move a retain behind an unlocking store. No debug build shows this, so the
/// test compiles the lock with a small program in release mode.
@Suite struct OptimizedValueLockTests {
  private static let program = """
    import Foundation

    final class Node: @unchecked Sendable {
      let lock = ValueLock()
      @exclusivity(unchecked) var value = [1, 2, 3]

      @inline(never) func read() -> [Int] {
        lock.lock()
        let copy = value
        lock.unlock()
        return copy
      }

      @inline(never) func replace(by new: [Int]) {
        lock.lock()
        let old = value
        value = new
        lock.unlock()
        withExtendedLifetime(old) {}
      }
    }

    @main struct Program {
      static func main() {
        let node = Node()
        let threads = (0..<4).map { number in
          Thread {
            for count in 0..<1_000_000 {
              if number % 2 == 0 {
                node.replace(by: [count, count + 1, count + 2])
              } else {
                let value = node.read()
                if value.count != 3 || value[0] + 2 != value[2] { exit(3) }
              }
            }
          }
        }
        for thread in threads { thread.start() }
        while threads.contains(where: { !$0.isFinished }) { usleep(1_000) }
      }
    }
    """

  @Test func `optimised code retains a value before it releases the lock`() throws {
    let directory = try TemporaryDirectory()
    let source = try String(
      contentsOfFile: PackageRoot.path + "/Sources/StateGraphCore/Runtime/ValueLock.swift",
      encoding: .utf8
    )
    try directory.write(source, to: "ValueLock.swift")
    try directory.write(Self.program, to: "Program.swift")
    let compile = [
      "swiftc", "-O", "-wmo", "-parse-as-library", "-package-name", "test", "-swift-version", "6",
      directory.file("ValueLock.swift"), directory.file("Program.swift"),
      "-o", directory.file("program"),
    ]
    #expect(try run(compile) == 0)
    // With the bug, one run in five succeeds.
    for _ in 0..<8 { try #require(try run([directory.file("program")]) == 0) }
  }

  private func run(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
