import SampleDomains
import StateGraphPersistence
import TestSupport
import Testing

/// Tables and migrations that are derived from the declarations of types.
@Suite struct SchemaProposalTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("schema")
  }

  @Test func `the sample types do not differ from the tables of the repository's migrations`()
    throws
  {
    let database = try Database(path: path, migrations: .directory(PackageRoot.migrations))
    let differences = try database.schemaDifferences(
      for: User.self,
      Post.self,
      Comment.self,
      Author.self,
      Book.self,
      SampleDomains.Tag.self,
      BookTag.self
    )
    #expect(differences.map(\.text) == [])
    #expect(try database.proposedMigration(for: User.self, BookTag.self) == "")
  }

  @Test func `a proposal that is applied as a migration leaves no difference`() throws {
    let proposal = try Database(path: path).proposedMigration(for: Song.self, Album.self)
    let database = try Database(
      path: path,
      migrations: .list([Migration(version: 1, name: "create songs", sql: .raw(proposal))])
    )
    #expect(try database.schemaDifferences(for: Song.self, Album.self) == [])
    #expect(try database.proposedMigration(for: Song.self, Album.self) == "")
    let songs = try EntityStore<Song>(database)
    songs.add(Song(id: "s", title: "Blue in Green"))
    #expect(try songs.query.search("green").fetch().count == 1)
  }

  @Test func `an older file is brought up to date, and keeps its rows`() throws {
    let old = try Database(path: path)
    try old.execute("CREATE TABLE albums (id TEXT PRIMARY KEY NOT NULL) STRICT")
    try old.execute("CREATE TABLE tracks (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL) STRICT")
    try old.execute("INSERT INTO tracks VALUES ('s', 'So What')")
    let differences = try old.schemaDifferences(for: Song.self, Album.self)
    #expect(differences.contains { $0.isBreaking && $0.text.contains("old name tracks") })
    #expect(differences.contains { $0.column == "title" && $0.text.contains("old name name") })
    #expect(differences.contains { !$0.isBreaking && $0.text.contains("no index on album_id") })
    let proposal = try old.proposedMigration(for: Song.self, Album.self)
    #expect(try old.rows("SELECT name FROM tracks").count == 1, "A proposal applies nothing.")
    try old.close()
    let database = try Database(
      path: path,
      migrations: .list([Migration(version: 1, name: "songs", sql: .raw(proposal))])
    )
    #expect(try database.schemaDifferences(for: Song.self, Album.self).map(\.text) == [])
    let song = try #require(try EntityStore<Song>(database).getAll().first)
    #expect(song.title == "So What" && song.rating == 3 && song.album == nil)
    #expect(try EntityStore<Song>(database).query.search("what").fetch().count == 1)
  }

  @Test func `a difference that cannot be added in place is named, and not proposed`() throws {
    let database = try Database(path: path)
    try database.execute("CREATE TABLE albums (id TEXT PRIMARY KEY)")
    let proposal = try database.proposedMigration(for: Album.self)
    #expect(proposal.split(separator: "\n").allSatisfy { $0.hasPrefix("--") })
    #expect(proposal.contains("Not proposed: albums: the type says STRICT"))
  }

  @Test func `tables are created once, the referred ones first`() throws {
    let database = try Database(path: path)
    try database.createTables(for: Song.self, Album.self, Song.self)
    let made = try database.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('songs', 'albums')"
    )
    #expect(made.map { $0[0] } == [.text("albums"), .text("songs")])
    let before = database.statementCounts
    try database.createTables(for: Album.self, Song.self)
    #expect((database.statementCounts - before).writes == 0)
    #expect(try database.schemaDifferences(for: Song.self, Album.self) == [])
  }

  @Test func `a table whose reference leads nowhere is not created`() throws {
    let database = try Database(path: path)
    let error = #expect(throws: DatabaseError.self) { try database.createTables(for: Song.self) }
    #expect(error?.message == "songs.album_id refers to the table albums, which is not there.")
    #expect(try database.rows("SELECT 1 FROM sqlite_schema").isEmpty)
  }

  @Test func `a table under its old name is not hidden by a new one`() throws {
    let database = try Database(path: path)
    try database.execute("CREATE TABLE tracks (id TEXT PRIMARY KEY NOT NULL) STRICT")
    let error = #expect(throws: DatabaseError.self) {
      try database.createTables(for: Album.self, Song.self)
    }
    #expect(error?.code == .schemaMismatch)
    #expect(try database.rows("SELECT name FROM sqlite_schema WHERE name = 'albums'").isEmpty)
  }

  @Test func `a database in memory can create its tables`() throws {
    let database = try Database.inMemory()
    try database.write { try database.createTables(for: Album.self, Song.self) }
    let songs = try EntityStore<Song>(database)
    songs.add(Song(id: "s", title: "All Blues"))
    #expect(songs.count == 1)
    #expect(try database.schemaDifferences(for: Song.self) == [])
  }

  @Test func `reads and writes are counted, and between two moments is a difference`() throws {
    let database = try Database.inMemory()
    try database.createTables(for: Album.self)
    let before = database.statementCounts
    try database.write {
      try database.execute("INSERT INTO albums VALUES ('a')")
      try database.execute("INSERT INTO albums VALUES ('b')")
      _ = try database.rows("SELECT * FROM albums")
    }
    #expect(database.statementCounts - before == StatementCounts(reads: 1, writes: 2))
  }
}

@Entity
final class Album {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
}

@Entity(renamedFrom: "tracks")
final class Song {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored @Column(.searchable, .renamed(from: "name")) var title: String
  @GraphStored @Column(.indexed, .default("3")) var rating: Int = 3
  @GraphStored @Column(.onDelete(.nullify)) var album: Album?
}
