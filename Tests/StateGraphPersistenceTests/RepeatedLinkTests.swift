import StateGraphPersistence
import TestSupport
import Testing

@Entity
final class Playlist {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphComputed(through: Entry.self, order: \Entry.place) var tracks: [Track]
  @GraphComputed(through: Entry.self) var sorted: [Track]
}

@Entity
final class Track {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphComputed(through: Entry.self) var playlists: [Playlist]
}

/// A link with an identifier of its own, which may link the same two twice.
@Entity(table: "entries")
final class Entry {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var playlist: Playlist
  @GraphStored var track: Track
  @GraphStored var place: Int?
  @GraphStored var note: String?
}

@Suite struct RepeatedLinkTests {
  let database: Database
  let playlist = Playlist(id: "p")
  let x = Track(id: "x")
  let y = Track(id: "y")

  init() throws {
    database = try Database(path: ":memory:")
    try database.createTables(for: Playlist.self, Track.self, Entry.self)
    let playlists = try EntityStore<Playlist>(database)
    let tracks = try EntityStore<Track>(database)
    _ = try EntityStore<Entry>(database)
    playlists.add(playlist)
    tracks.add([x, y])
  }

  private func count(_ sql: SQL) throws -> SQLiteValue? { try database.rows(sql).first?[0] }

  static let histories: [[String]] = [
    ["xx"], ["xx", "xx"], ["xx", "x"], ["xyx", "xyx"], ["xyx", "yxx", "xxy", "xyx"],
    ["xyxy", "yy", "", "xxx"], ["x", "xx", "y", "yx"],
  ]

  @Test(arguments: histories)
  func `an assigned list is read back with its repetitions`(history: [String]) throws {
    for names in history {
      let wanted = names.map { $0 == "x" ? x : y }
      playlist.tracks = wanted
      #expect(playlist.tracks.isIdentical(to: wanted), "\(names)")
      #expect(try count("SELECT count(*) FROM entries") == .integer(Int64(names.count)))
      let sorted = names.sorted().map { $0 == "x" ? x : y }
      #expect(playlist.sorted.isIdentical(to: sorted))
      #expect(x.playlists.count == names.filter { $0 == "x" }.count)
    }
  }

  @Test func `links that stay keep their rows`() throws {
    playlist.tracks = [x, y, x]
    try database.execute("UPDATE entries SET note = 'kept'")
    playlist.tracks = [y, x, y]
    #expect(try count("SELECT count(*) FROM entries WHERE note = 'kept'") == .integer(2))
    #expect(playlist.tracks.isIdentical(to: [y, x, y]))
  }

  @Test func `an undone write leaves the repeated links as they were`() throws {
    playlist.tracks = [x, x, y]
    try? database.write {
      playlist.tracks = [y, x]
      #expect(playlist.tracks.isIdentical(to: [y, x]))
      throw Stop()
    }
    #expect(playlist.tracks.isIdentical(to: [x, x, y]))
  }
}
