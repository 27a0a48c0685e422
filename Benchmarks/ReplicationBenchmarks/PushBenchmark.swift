#if PostgreSQL
import Foundation
import PostgreSQLTestSupport
import StateGraphReplication

/// The push of 10,000 queued transactions, to a server whose flushes take two milliseconds more.
enum PushBenchmark {
  static func run() throws {
    let folder = NSTemporaryDirectory() + "/stategraph-flush-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, library) in [("as it is", nil), ("2 ms more for a flush", try slowFlush(folder))] {
      let server = try PostgreSQLServer(settings: ["fsync=on"], preloading: library)
      try push(try BenchmarkServer(server), name)
    }
  }

  private static func push(_ benchmark: BenchmarkServer, _ name: String) throws {
    try benchmark.setUp()
    let session = try PushSession(
      benchmark.connect(),
      client: UUID().uuidString.lowercased(),
      order: PatchOrder(parentsFirst: [ServerTable(name: "items")])
    )
    // Each transaction waits for the disk. This shows how long a flush takes.
    let single = 200
    let alone = try transactions(1...single)
    let waited = Measured { for transaction in alone { _ = session.push([transaction]) } }
    report("push one by one, \(name)", single, "transactions", waited.seconds)
    let count = 10_000
    let batch = try transactions(single + 1...single + count)
    var outcomes: [PushOutcome] = []
    let measured = Measured { outcomes = session.push(batch) }
    let applied = outcomes.count { if case .applied = $0 { true } else { false } }
    guard applied == count else { throw Failure(text: "only \(applied) were applied") }
    report("push, \(name)", count, "transactions", measured.seconds)
  }

  private static func transactions(_ numbers: ClosedRange<Int>) throws -> [PushTransaction] {
    try numbers.map { number in
      PushTransaction(
        sequence: Int64(number),
        identifier: UUID().uuidString.lowercased(),
        patches: [try insert(number)]
      )
    }
  }

  struct Failure: Error { let text: String }

  private static func insert(_ number: Int) throws -> Patch {
    let value = { (column: String, type: ServerType, text: String) in
      PatchValue(column: try ServerName(column), type: type, text: Array(text.utf8))
    }
    return Patch(
      .insert([
        try value("id", .text, "item \(number)"), try value("amount", .int8, "\(number)"),
      ]),
      in: try ServerTable(name: "items")
    )
  }

  /// Compiles a library whose `fdatasync` takes two milliseconds more.
  private static func slowFlush(_ folder: String) throws -> String {
    let source = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <unistd.h>
      int fdatasync(int descriptor) {
        int (*flush)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
        usleep(2000);
        return flush(descriptor);
      }
      """
    let library = folder + "/slow_flush.so"
    try source.write(toFile: folder + "/slow_flush.c", atomically: true, encoding: .utf8)
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = ["clang", "-shared", "-fPIC", "-o", library, folder + "/slow_flush.c"]
    try compiler.run()
    compiler.waitUntilExit()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
    return library
  }
}
#endif
