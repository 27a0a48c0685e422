#if PostgreSQL
import Glibc
import PostgreSQLTestSupport
import StateGraphReplication
import StateGraphThreads
import TestSupport
import Testing

@Suite(.postgreSQL, .timeLimit(.minutes(20))) struct FeedFaultTests {
  @Test func `a killed server ends the feed, and the next feed continues`() async throws {
    let server = try PostgreSQLServer()
    let scene = try ServerScene(on: server)
    let start = try scene.createSlot()
    var recording = FeedRecording(try await scene.feed(start))
    try scene.run("INSERT INTO items VALUES ('a')")
    try await recording.take(1)
    try server.kill()
    let error = await #expect(throws: ReplicationError.self) { try await recording.take() }
    #expect(error?.code == .connectionLost)
    try server.start()
    try scene.run("INSERT INTO items VALUES ('b')")
    var again = FeedRecording(try await scene.feed(recording.end))
    try await again.take(1)
    #expect(try again.texts() == [["+items(b NULL NULL NULL)"]])
  }

  @Test func `a server that is silent counts as dead, and one that answers does not`()
    async throws
  {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    let proxy = try FaultProxy(to: scene.server.folder)
    let feed = try await scene.feed(start, through: proxy) { request in
      request.silenceLimit = .seconds(4)
      request.idleBytes = .max
    }
    var recording = FeedRecording(feed)
    // Idle for longer than the limit.
    try await Task.sleep(for: .seconds(5))
    try scene.run("INSERT INTO items VALUES ('a')")
    try await recording.take(1)
    proxy.set(FaultProxy.Plan(stallAfterBytes: 0))
    let error = await #expect(throws: ReplicationError.self) { try await recording.take() }
    #expect(error?.code == .connectionLost && error?.message.contains("silent") == false)
  }

  @Test func `a message that takes longer than the limit of silence does not end the feed`()
    async throws
  {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    let isSlow = Guarded(false)
    let feed = try await scene.feed(start) { request in
      request.silenceLimit = .seconds(4)
      request.willHandle = {
        guard isSlow.withLock({ exchange(&$0, with: false) }) else { return }
        // The second transaction waits in the socket meanwhile.
        #expect(throws: Never.self) {
          try scene.run("INSERT INTO items VALUES ('b')")
        }
        sleep(5)
      }
    }
    var recording = FeedRecording(feed)
    isSlow.withLock { $0 = true }
    try scene.run("INSERT INTO items VALUES ('a')")
    try await recording.take(2)
    #expect(try recording.texts().count == 2)
    #expect(isSlow.withLock { !$0 })
  }

  private func exchange(_ place: inout Bool, with new: Bool) -> Bool {
    defer { place = new }
    return place
  }

  @Test func `the limit of silence is below ten seconds`() throws {
    let request = try FeedRequest(
      slot: SlotName("s"),
      publication: ServerName("p"),
      position: .zero
    )
    #expect(request.silenceLimit < .seconds(10))
  }

  /// The whole session of a feed, cut after each of many numbers of bytes. The feeds together return
  /// each transaction once. `STATEGRAPH_CUTS=all` cuts after every byte.
  @Test func `a connection that is cut anywhere loses no transaction and repeats none`()
    async throws
  {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    for number in 0..<12 {
      try scene.run("INSERT INTO items VALUES ('\(number)', \(number), repeat('y', \(number * 9)))")
    }
    let proxy = try FaultProxy(to: scene.server.folder)
    var whole = FeedRecording(try await opened(scene, start, proxy))
    try await whole.take(12)
    let size = proxy.forwardedBytes
    whole.feed.close()
    let expected = try whole.texts()
    var random = SeededRandom(seed: TestSeed.current)
    let isEach = Environment.value("STATEGRAPH_CUTS") == "all"
    let cuts =
      isEach ? Array(1..<size) : (0..<40).map { _ in .random(in: 1..<size, using: &random) }
    for cut in cuts {
      let (texts, end) = try await received(scene, start, proxy, cut)
      proxy.set(FaultProxy.Plan())
      var rest = FeedRecording(try await opened(scene, end, proxy))
      while texts.count + rest.transactions.count < 12 { try await rest.take() }
      rest.feed.close()
      #expect(try texts + rest.texts() == expected, "cut \(cut), seed \(TestSeed.current)")
    }
  }

  private func opened(
    _ scene: ServerScene,
    _ position: LogPosition,
    _ proxy: FaultProxy
  ) async throws -> PostgreSQLFeed {
    while true {
      do {
        return try await scene.feed(position, through: proxy)
      } catch let error as ReplicationError where error.code == .slotInUse {
        await Task.yield()
      }
    }
  }

  /// What arrives before the cut, and the position of the file after it.
  private func received(
    _ scene: ServerScene,
    _ start: LogPosition,
    _ proxy: FaultProxy,
    _ cut: Int
  ) async throws -> ([[String]], LogPosition) {
    proxy.set(FaultProxy.Plan(cutAfterBytes: cut))
    let feed: PostgreSQLFeed
    do {
      feed = try await opened(scene, start, proxy)
    } catch let error as ReplicationError {
      #expect([.connectionFailed, .connectionLost].contains(error.code), "cut \(cut): \(error)")
      return ([], start)
    }
    var recording = FeedRecording(feed)
    do {
      try await recording.take(12)
    } catch let error as ReplicationError {
      #expect(error.code == .connectionLost, "cut \(cut): \(error)")
    }
    return (try recording.texts(), recording.transactions.last?.end ?? start)
  }

  @Test func `a slot whose log the server has removed is a typed error`() async throws {
    let server = try PostgreSQLServer(
      settings: ["max_slot_wal_keep_size=1MB", "min_wal_size=32MB", "max_wal_size=32MB"]
    )
    let scene = try ServerScene(on: server)
    let start = try scene.createSlot()
    for _ in 0..<3 { try scene.run("INSERT INTO items VALUES ('a'); DELETE FROM items") }
    for _ in 0..<4 {
      try scene.run("SELECT pg_switch_wal(); INSERT INTO items VALUES ('a'); DELETE FROM items")
    }
    try scene.run("CHECKPOINT")
    let error = await #expect(throws: ReplicationError.self) { try await scene.feed(start) }
    #expect(error?.code == .slotInvalid && error?.sqlState == .objectNotInPrerequisiteState)
  }
}
#endif
