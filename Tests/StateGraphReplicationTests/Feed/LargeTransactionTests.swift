#if PostgreSQL
import Foundation
import PostgreSQLTestSupport
import TestSupport
import Testing

@testable import StateGraphReplication

@Suite(.postgreSQL, .serialized, .timeLimit(.minutes(20))) struct LargeTransactionTests {
  @Test func `a transaction beyond the limit is in a file, and has the same changes`() async throws
  {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    try scene.run("INSERT INTO items SELECT n, n, repeat('x', n) FROM generate_series(1, 300) n")
    try scene.run("INSERT INTO items VALUES ('last')")
    var small = FeedRecording(try await scene.feed(start) { $0.limits.memoryBytes = 1_000 })
    try await small.take(2)
    #expect(small.transactions.map(\.isSpooled) == [true, false])
    let texts = try small.texts()
    #expect(texts[0].count == 300 && small.transactions[0].changeCount == 300)
    #expect(texts[0][1] == "+items(2 2 xx NULL)" && texts[1] == ["+items(last NULL NULL NULL)"])
    // A second reading has the same changes.
    #expect(try small.texts() == texts)
  }

  /// `STATEGRAPH_ROWS=1000000` is the size of the design's promise.
  @Test func `a large transaction takes bounded memory`() async throws {
    let count = Environment.value("STATEGRAPH_ROWS").flatMap(Int.init) ?? 100_000
    let scene = try ServerScene()
    let start = try scene.createSlot()
    try scene.run(
      "INSERT INTO items SELECT n, n, repeat('x', 200) FROM generate_series(1, \(count)) n"
    )
    // The memory of a process of its own does not contain that of other tests.
    await #expect(processExitsWith: .success) {
      [
        address = scene.address as String, database = scene.database as String,
        start = start.rawValue as UInt64, count = count as Int
      ] in
      let before = ResidentMemory.bytes
      var recording = FeedRecording(try await Self.feed(address, database, start))
      try await recording.take(1)
      let transaction = recording.transactions[0]
      #expect(transaction.isSpooled && transaction.byteCount > count * 200)
      var reader = transaction.changes()
      var read = 0
      while try reader.next() != nil { read += 1 }
      #expect(read == count)
      let growth = ResidentMemory.bytes - before
      #expect(growth < 32 << 20, "\(growth) bytes for \(transaction.byteCount)")
    }
  }

  /// Opens the feed of a scene of another process.
  private static func feed(
    _ address: String,
    _ database: String,
    _ start: UInt64,
    _ change: (inout FeedRequest) -> Void = { _ in }
  ) async throws -> PostgreSQLFeed {
    var request = FeedRequest(
      slot: try ServerScene.slot(of: database),
      publication: try ServerName("pub"),
      position: LogPosition(rawValue: start)
    )
    change(&request)
    return try await PostgreSQLFeed.open(ConnectionParameters(address), request: request)
  }

  @Test func `a transaction beyond the limit of a transaction is an error`() async throws {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    try scene.run("INSERT INTO items SELECT n FROM generate_series(1, 300) n")
    let feed = try await scene.feed(start) { request in
      request.limits.memoryBytes = 100
      request.limits.transactionBytes = 5_000
    }
    let error = await #expect(throws: ReplicationError.self) {
      while try await feed.next().transactions.isEmpty {}
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func `a folder that cannot hold the file is a typed error`() async throws {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    try scene.run("INSERT INTO items SELECT n FROM generate_series(1, 300) n")
    let feed = try await scene.feed(start) { request in
      request.limits.memoryBytes = 100
      request.spoolDirectory = "/nonexistent"
    }
    let error = await #expect(throws: ReplicationError.self) {
      while try await feed.next().transactions.isEmpty {}
    }
    #expect(error?.code == .inputOutput && error?.remedy.isEmpty == false)
  }

  @Test func `a feed that nobody reads stops receiving, and stays connected`() async throws {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    let rows = 60_000
    // One transaction for each row: more than the queue holds.
    try scene.run(
      """
      CREATE PROCEDURE fill() LANGUAGE plpgsql AS $$ BEGIN
        FOR n IN 1..\(rows) LOOP INSERT INTO items VALUES (n); COMMIT; END LOOP; END $$;
      """
    )
    try scene.run("CALL fill()")
    await #expect(processExitsWith: .success) {
      [
        address = scene.address as String, database = scene.database as String,
        start = start.rawValue as UInt64, rows = rows as Int
      ] in
      let before = ResidentMemory.bytes
      let feed = try await Self.feed(address, database, start) { $0.silenceLimit = .seconds(4) }
      let deadline = TestDeadline()
      while feed.queue.hasRoom, !deadline.hasPassed { await Task.yield() }
      #expect(!feed.queue.hasRoom)
      // Longer than the limit of silence, from the moment from which the feed receives nothing.
      try await Task.sleep(for: .seconds(5))
      var count = 0
      while count < rows { count += try await feed.next().transactions.count }
      #expect(count == rows)
      #expect(ResidentMemory.bytes - before < 96 << 20)
    }
  }

  @Test func `a feed that nobody reads has a limited number of temporary files`() async throws {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    let folder = try TemporaryDirectory()
    let count = 60
    for number in 0..<count {
      try scene.run(
        "INSERT INTO items SELECT n || '-\(number)', n FROM generate_series(1, 20) n"
      )
    }
    let feed = try await scene.feed(start) { request in
      request.limits.memoryBytes = 100
      request.spoolDirectory = folder.path
    }
    let deadline = TestDeadline()
    while try openFiles(in: folder) == 0, !deadline.hasPassed { await Task.yield() }
    try scene.run("SELECT pg_sleep(1)")
    let open = try openFiles(in: folder)
    #expect(open > 0 && open <= 20)
    var received = 0
    while received < count { received += try await feed.next().transactions.count }
    #expect(received == count)
  }

  /// The number of files of the folder that this process has open.
  private func openFiles(in folder: TemporaryDirectory) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      return target?.hasPrefix(folder.path) == true
    }
  }
}
#endif
