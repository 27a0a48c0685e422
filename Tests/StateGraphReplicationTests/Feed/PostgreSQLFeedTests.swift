#if PostgreSQL
import PostgreSQLTestSupport
import StateGraphReplication
import TestSupport
import Testing

@Suite(.postgreSQL, .timeLimit(.minutes(20))) struct PostgreSQLFeedTests {
  @Test func `each kind of change arrives in the order of commits`() async throws {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    try scene.run(
      "INSERT INTO items VALUES ('a', 1, repeat('x', 3000), '\\x00'), ('é', NULL, NULL, NULL)"
    )
    try scene.run("UPDATE items SET amount = 2 WHERE id = 'a'")
    try scene.run("UPDATE items SET id = 'b' WHERE id = 'a'")
    try scene.run("DELETE FROM items WHERE id = 'é'")
    try scene.run("TRUNCATE items, orders")
    var recording = FeedRecording(try await scene.feed(start))
    try await recording.take(5)
    #expect(
      try recording.texts() == [
        ["+items(a 1 3000 bytes \\x00)", "+items(é NULL NULL NULL)"],
        ["items(a 2 … \\x00)"],
        ["items[a NULL NULL NULL](b 2 … \\x00)"],
        ["-items[é NULL NULL NULL]"],
        ["0items,orders"],
      ]
    )
    let positions = recording.transactions.flatMap { [$0.position, $0.end] }
    #expect(positions == positions.sorted())
    #expect(recording.end >= (try #require(positions.last)))
  }

  @Test func `a row that an update moves into a row filter arrives without its unchanged value`()
    async throws
  {
    let scene = try ServerScene()
    try scene.run("ALTER PUBLICATION pub SET TABLE items WHERE (id >= 'm')")
    try scene.run("INSERT INTO items VALUES ('a', 1, repeat('x', 3000), NULL)")
    let start = try scene.createSlot()
    try scene.run("UPDATE items SET id = 'n' WHERE id = 'a'")
    var recording = FeedRecording(try await scene.feed(start))
    try await recording.take(1)
    #expect(try recording.texts() == [["+items(n 1 … NULL)"]])
  }

  @Test func `a transaction has its place by its commit, and a rolled back one has none`()
    async throws
  {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    let (first, second) = (try scene.connect(), try scene.connect())
    try first.execute("BEGIN")
    try first.execute("INSERT INTO public.items VALUES ('first', 1)")
    try second.execute("INSERT INTO public.items VALUES ('second', 2)")
    try second.execute("BEGIN")
    try second.execute("INSERT INTO public.items VALUES ('never', 3)")
    try second.execute("ROLLBACK")
    try first.execute("INSERT INTO public.items VALUES ('third', 4)")
    try first.execute("COMMIT")
    var recording = FeedRecording(try await scene.feed(start))
    try await recording.take(2)
    #expect(
      try recording.texts() == [
        ["+items(second 2 NULL NULL)"], ["+items(first 1 NULL NULL)", "+items(third 4 NULL NULL)"],
      ]
    )
  }

  @Test func `a table that changes its columns is described again`() async throws {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    try scene.run("INSERT INTO items VALUES ('a')")
    try scene.run(
      "BEGIN; INSERT INTO items VALUES ('b'); ALTER TABLE items ADD price float8 DEFAULT 1.5; "
        + "INSERT INTO items VALUES ('c'); COMMIT"
    )
    try scene.run("ALTER TABLE items DROP note; INSERT INTO items VALUES ('d')")
    var recording = FeedRecording(try await scene.feed(start))
    try await recording.take(3)
    #expect(
      try recording.texts() == [
        ["+items(a NULL NULL NULL)"],
        ["+items(b NULL NULL NULL)", "+items(c NULL NULL NULL 1.5)"],
        ["+items(d NULL NULL 1.5)"],
      ]
    )
    // Each transaction can be read again, although later ones have other columns.
    #expect(try recording.texts()[1].count == 2)
  }

  @Test func `only a confirmed position lets the server forget its log`() async throws {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    let before = try scene.confirmed()
    try scene.run("INSERT INTO items VALUES ('a')")
    let feed = try await scene.feed(start) { $0.silenceLimit = .seconds(6) }
    var recording = FeedRecording(feed)
    try await recording.take(1)
    // The feed reports that it has received the transaction.
    let written =
      "SELECT write_lsn FROM pg_stat_replication JOIN pg_replication_slots"
      + " ON active_pid = pid WHERE slot_name = '\(scene.slot)'"
    let end = recording.transactions[0].end
    let deadline = TestDeadline()
    while try LogPosition(scene.run(written)).map({ $0 < end }) ?? true, !deadline.hasPassed {
      await Task.yield()
    }
    #expect(!deadline.hasPassed)
    #expect(try scene.confirmed() == before)
    try scene.run("INSERT INTO items VALUES ('b')")
    try await recording.take(2)
    feed.confirm(flushed: recording.transactions[0].end)
    while try scene.confirmed() == before { await Task.yield() }
    #expect(try scene.confirmed() == recording.transactions[0].end)
    // An earlier position changes nothing.
    feed.confirm(flushed: start)
    feed.close()
    var again = FeedRecording(try await reopened(scene, recording.transactions[0].end))
    try await again.take(1)
    #expect(try again.texts() == [["+items(b NULL NULL NULL)"]])
  }

  /// Opens a feed as soon as the server has noticed the end of the one before.
  private func reopened(
    _ scene: ServerScene,
    _ position: LogPosition
  ) async throws -> PostgreSQLFeed {
    while true {
      do {
        return try await scene.feed(position)
      } catch let error as ReplicationError where error.code == .slotInUse {
        await Task.yield()
      }
    }
  }

  @Test func `a position that the server has forgotten is an error, not a gap`() async throws {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    try scene.run("INSERT INTO items VALUES ('a')")
    try scene.run(
      "SELECT pg_replication_slot_advance('\(scene.slot)', pg_current_wal_insert_lsn())"
    )
    let error = await #expect(throws: ReplicationError.self) { try await scene.feed(start) }
    #expect(error?.code == .needsReconcile)
    _ = try await scene.feed(try scene.confirmed())
  }

  @Test func `a position after the end of the server's log is an error`() async throws {
    let scene = try ServerScene()
    _ = try scene.createSlot()
    let error = await #expect(throws: ReplicationError.self) {
      try await scene.feed(LogPosition(rawValue: .max >> 1))
    }
    #expect(error?.code == .needsReconcile)
  }

  @Test func `another server or timeline needs a reconciliation`() async throws {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    let identity = try scene.connect(isReplicating: true).identifySystem()
    let request = { (system: String, timeline: Int) in
      try FeedRequest(
        slot: scene.slot,
        publication: ServerName("pub"),
        position: start,
        system: system,
        timeline: timeline
      )
    }
    for bad in [try request("1", identity.timeline), try request(identity.system, 2)] {
      let error = await #expect(throws: ReplicationError.self) {
        try await PostgreSQLFeed.open(scene.parameters(), request: bad)
      }
      #expect(error?.code == .needsReconcile)
    }
    let good = try request(identity.system, identity.timeline)
    _ = try await PostgreSQLFeed.open(scene.parameters(), request: good)
  }

  @Test func `a slot that is missing or in use is a typed error`() async throws {
    let scene = try ServerScene()
    let missing = await #expect(throws: ReplicationError.self) { try await scene.feed(.zero) }
    #expect(missing?.code == .slotMissing && missing?.sqlState == .undefinedObject)
    let start = try scene.createSlot()
    let feed = try await scene.feed(start)
    let used = await #expect(throws: ReplicationError.self) { try await scene.feed(start) }
    #expect(used?.code == .slotInUse)
    feed.close()
    _ = try await reopened(scene, start)
  }

  @Test func `a publication that is missing does not count as a missing slot`() async throws {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    try scene.run("DROP PUBLICATION pub; INSERT INTO items VALUES ('a')")
    let error = await #expect(throws: ReplicationError.self) { try await scene.feed(start) }
    #expect(error?.code == .schemaMismatch && error?.message.contains("publication pub") == true)
  }

  @Test func `a publication that is younger than the position needs a reconciliation`()
    async throws
  {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    try scene.run("DROP PUBLICATION pub; INSERT INTO items VALUES ('a')")
    try scene.run("CREATE PUBLICATION pub FOR TABLE items")
    let feed = try await scene.feed(start)
    let error = await #expect(throws: ReplicationError.self) { try await feed.next() }
    #expect(error?.code == .needsReconcile)
    // PostgreSQL 18 warns and leaves out the change. The versions before end the stream.
    let version = try scene.run("SELECT current_setting('server_version_num')::int / 10000")
    let state = SQLState((Int(version) ?? 0) < 18 ? "42704" : "55000")
    #expect(error?.sqlState == state)
  }

  @Test func `a cancelled task does not wait for a server that does not answer`() async throws {
    let scene = try ServerScene()
    let start = try scene.createSlot()
    let proxy = try FaultProxy(to: scene.server.folder)
    proxy.set(FaultProxy.Plan(stallAfterBytes: 0))
    let opening = Task { try await scene.feed(start, through: proxy) }
    opening.cancel()
    let error = await #expect(throws: ReplicationError.self) { try await opening.value }
    #expect(error?.code == .interrupted)
  }

  @Test func `a closed feed ends a call that waits`() async throws {
    let scene = try ServerScene()
    let feed = try await scene.feed(try scene.createSlot())
    let waiting = Task {
      // The position can move before the feed is closed.
      while try await feed.next().transactions.isEmpty {}
    }
    feed.close()
    let error = await #expect(throws: ReplicationError.self) { _ = try await waiting.value }
    #expect(error?.code == .interrupted)
  }

  @Test func `the position moves while other tables of the server are written`() async throws {
    let scene = try ServerScene(ServerScene.items + "CREATE TABLE other (id int)")
    let start = try scene.createSlot()
    let feed = try await scene.feed(start) { request in
      request.idleBytes = 1
      request.silenceLimit = .seconds(6)
    }
    try scene.run("INSERT INTO other SELECT generate_series(1, 1000)")
    // A feed that does not tell the position would let the call wait for ever.
    let timeout = Task {
      try await Task.sleep(for: .seconds(TestDeadline.seconds))
      feed.close()
    }
    defer { timeout.cancel() }
    let batch = try await feed.next()
    #expect(batch.transactions.isEmpty && batch.end > start)
    feed.confirm(flushed: batch.end)
    let deadline = TestDeadline()
    while try scene.confirmed() < batch.end, !deadline.hasPassed { await Task.yield() }
    #expect(try scene.confirmed() >= batch.end)
  }
}
#endif
