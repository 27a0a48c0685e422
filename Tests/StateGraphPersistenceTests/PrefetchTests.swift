import SampleDomains
import StateGraphTesting
import TestSupport
import Testing

@testable import StateGraphPersistence

/// Loading relationships of many entities at once.
@Suite(.database(.thousandBooks)) struct PrefetchTests {
  private let library: Database

  init() throws { library = try TestDatabase.current.database }

  @Test func `a thousand books with their authors are two SELECTs`() throws {
    let database = library
    let books = try EntityStore<Book>(database).getAll()
    _ = try EntityStore<Author>(database)
    let before = database.statementCounts
    try books.prefetch(.one(\.author))
    let names = Set(books.map(\.author.name))
    #expect(names.count == 300)
    #expect((database.statementCounts - before).reads == 1)
  }

  @Test func `the books of all authors are one SELECT, and stay fresh`() throws {
    let database = library
    let authors = try EntityStore<Author>(database).getAll()
    _ = try EntityStore<Book>(database)
    let before = database.statementCounts
    try authors.prefetch(.many(\.$books))
    let counted = authors.map(\.books.count)
    #expect(counted.reduce(0, +) == 1_000)
    #expect((database.statementCounts - before).reads <= 2)
    try database.execute("DELETE FROM books WHERE id = 'b0'")
    #expect(authors.first { $0.typedID.raw == "a0" }?.books.count == 3)
  }

  @Test func `the tags of all books are two SELECTs, in their order`() throws {
    let database = library
    let books = try EntityStore<Book>(database).getAll()
    _ = (try EntityStore<SampleDomains.Tag>(database), try EntityStore<BookTag>(database))
    let before = database.statementCounts
    try books.prefetch(.many(\.$tags))
    for book in books {
      let number = Int(book.typedID.raw.dropFirst()) ?? 0
      #expect(book.tags.map(\.name) == ["Tag \((number + 7) % 300)", "Tag \(number % 300)"])
    }
    #expect((database.statementCounts - before).reads <= 3)
  }

  @Test func `a commit between prefetching and reading is not lost`() throws {
    let database = library
    let authors = try EntityStore<Author>(database).getAll()
    try authors.prefetch(.many(\.$books))
    try database.execute("UPDATE books SET author_id = 'a1' WHERE author_id = 'a0'")
    #expect(authors.first { $0.typedID.raw == "a0" }?.books.isEmpty == true)
    #expect(authors.first { $0.typedID.raw == "a1" }?.books.count == 8)
  }

  @Test func `nothing to prefetch is no statement`() throws {
    let database = library
    let before = database.statementCounts
    try [Book]().prefetch(.one(\.author), .many(\.$tags))
    #expect(database.statementCounts == before)
  }

  // MARK: A SELECT for many owners and a SELECT for each owner agree

  /// Hosts whose guests refer to them in other letters, without foreign keys.
  private func looseGuests(
    _ reference: String,
    _ rows: SQL
  ) throws -> EntityStore<Guest> {
    let database = try Database.temporary()
    try database.execute(
      .raw(
        """
        CREATE TABLE guests (
          id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, host_id \(reference))
        """
      )
    )
    try database.execute(rows)
    return try EntityStore<Guest>(database)
  }

  @Test(
    arguments: [
      ("TEXT COLLATE NOCASE", "HOST"), ("TEXT COLLATE RTRIM", "host  "), ("TEXT", "host"),
    ]
  )
  func `children whose reference equals the key by collation are prefetched`(
    reference: String,
    value: String
  ) throws {
    let guests = try looseGuests(
      reference,
      """
      INSERT INTO guests VALUES ('host', 'Host', NULL), ('a', 'A', \(value)), ('b', 'B', 'other')
      """
    )
    let host = try #require(guests.get(by: "host"))
    try guests.getAll().prefetch(.many(\.$guests))
    let database = try #require((guests.backing as? TableBacking<Guest>)?.database)
    let before = database.statementCounts
    #expect(host.guests.map(\.name) == ["A"])
    #expect((database.statementCounts - before).reads == 0)
    try database.execute("UPDATE guests SET name = 'C', host_id = \(value) WHERE id = 'b'")
    #expect(host.guests.map(\.name) == ["A", "C"])
  }

  @Test func `a link that equals two owners by collation belongs to both`() throws {
    let database = try Database.temporary()
    for sql: SQL in [
      "CREATE TABLE playlists (id TEXT PRIMARY KEY NOT NULL)",
      "CREATE TABLE tracks (id TEXT PRIMARY KEY NOT NULL)",
      """
      CREATE TABLE entries (id TEXT PRIMARY KEY NOT NULL, playlist_id TEXT NOT NULL COLLATE NOCASE,
        track_id TEXT NOT NULL, place INTEGER, note TEXT)
      """,
      "INSERT INTO playlists VALUES ('p'), ('P')", "INSERT INTO tracks VALUES ('x')",
      "INSERT INTO entries (id, playlist_id, track_id) VALUES ('1', 'p', 'x')",
    ] { try database.execute(sql) }
    let playlists = try EntityStore<Playlist>(database).getAll()
    _ = (try EntityStore<Track>(database), try EntityStore<Entry>(database))
    try playlists.prefetch(.many(\.$tracks))
    #expect(playlists.map { $0.tracks.count } == [1, 1])
  }

  @Test(arguments: [false, true])
  func `a link to a missing row notifies the relationship when the row is inserted`(
    isPrefetched: Bool
  ) throws {
    let database = try Database.temporary()
    for sql: SQL in [
      "CREATE TABLE playlists (id TEXT PRIMARY KEY NOT NULL)",
      "CREATE TABLE tracks (id TEXT PRIMARY KEY NOT NULL)",
      """
      CREATE TABLE entries (id TEXT PRIMARY KEY NOT NULL, playlist_id TEXT NOT NULL,
        track_id TEXT NOT NULL, place INTEGER, note TEXT)
      """,
      "INSERT INTO playlists VALUES ('p'), ('q')", "INSERT INTO tracks VALUES ('x')",
      "INSERT INTO entries (id, playlist_id, track_id) VALUES ('1', 'p', 'x'), ('2', 'p', 'late')",
    ] { try database.execute(sql) }
    let playlists = try EntityStore<Playlist>(database).getAll()
    let tracks = try EntityStore<Track>(database)
    if isPrefetched { try playlists.prefetch(.many(\.$tracks)) }
    let told = Recorder<[String]>()
    let subscription = withGraphTracking {
      playlists[0].$tracks.onChange { told.record($0.map(\.typedID.raw).sorted()) }
    }
    tracks.add(Track(id: "late"))
    #expect(told.elements == [["x"], ["late", "x"]])
    #expect(playlists[1].tracks.isEmpty)
    subscription.cancel()
  }
}
