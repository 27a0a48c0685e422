import StateGraphPersistence
import TestSupport
import Testing

// The code of the article about replication, as it stands there. Tests/StateGraphReplicatorTests
// has the part that needs libpq.

/// A status bar of some toolkit.
final class StatusBar: @unchecked Sendable {
  // SAFETY: only the thread that writes in the test uses it.
  var text = ""
}

func followReplica(_ database: Database, _ bar: StatusBar) -> AnyCancellable {
  let replica = database.replica
  let subscription = withGraphTracking {
    replica.$pending.onChange { count in
      bar.text = count == 0 ? "Saved" : "Not sent: \(count)"
    }
    replica.$status.onChange { status in
      if case .offline(let since, _) = status { bar.text = "Offline since \(since)" }
    }
  }
  return subscription
}

func handleRefused(_ database: Database) throws {
  for write in database.replica.refused {
    if write.code == "23505" { try write.discard() } else { try write.sendAgain() }
  }
}

func rename(_ book: Book, in database: Database) async throws -> String {
  do {
    try await database.write(confirmed: .byServer) {
      book.title = "Emma"
    }
  } catch let refusal as WriteRefused {
    return "Not saved: \(refusal.write.message)"
  }
  return "Saved"
}

func linkToOrders(_ database: Database) async throws -> String {
  let mark = try await database.replica.bookmark()
  let link = "app://orders?after=\(mark)"
  return link
}

func wait(for text: String, in database: Database) async throws {
  if let mark = ReplicaBookmark(text) { try await database.replica.reached(mark) }
}

@Suite struct ReplicationExampleTests {
  /// A replica that no program replicates.
  private static func replica() throws -> Database {
    let database = try Database.temporary()
    try database.createTables(for: Author.self, Book.self, Tag.self, BookTag.self)
    try StoredReplica(database).create(
      Replica(server: Array("7/1/id/map".utf8), client: [1], tables: ["books"])
    )
    return database
  }

  @Test func `the bar shows the pending writes`() throws {
    let (database, bar) = (try Self.replica(), StatusBar())
    let subscription = followReplica(database, bar)
    defer { subscription.cancel() }
    let author = Author(id: "a", name: "Jane")
    try EntityStore<Author>(database).add(author)
    #expect(bar.text == "Saved")
    try EntityStore<Book>(database).add(Book(id: "b", title: "Old", author: author))
    #expect(bar.text == "Not sent: 1")
    try handleRefused(database)
  }

  @Test func `a link waits for nothing if all writes are decided`() async throws {
    let database = try Self.replica()
    #expect(try await linkToOrders(database) == "app://orders?after=7/id/0")
    try await wait(for: "7/id/0", in: database)
    #expect(database.replica.pending == 0)
  }

  @Test func `a confirmed write is in the file while it waits`() async throws {
    let database = try Self.replica()
    let author = Author(id: "a", name: "Jane")
    try EntityStore<Author>(database).add(author)
    let book = Book(id: "b", title: "Old", author: author)
    try EntityStore<Book>(database).add(book)
    let renaming = Task { try await rename(book, in: database) }
    for await title in book.$title.values where title == "Emma" { break }
    renaming.cancel()
    await #expect(throws: CancellationError.self) { try await renaming.value }
    #expect(book.title == "Emma")
  }
}
