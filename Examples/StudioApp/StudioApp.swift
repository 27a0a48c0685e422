import Glibc
import StateGraphPersistence
import StateGraphStudio

@Entity(id: Int64.self)
final class Playlist {
  @GraphStored var name: String
  @GraphComputed(inverse: \Track.playlist) var tracks: [Track]
}

@Entity(id: Int64.self)
final class Track {
  @GraphStored var title: String
  @GraphStored var seconds: Int
  @GraphStored @Column(.onDelete(.cascade)) var playlist: Playlist
}

/// A small app that embeds the server of Studio.
///
/// The argument is the path of a file, which the program creates. A line of the standard input is a
/// command: `add`, `rename`, `shorten`, `many` (one write of 2,000 rows), `repeat` (2,000 writes of
/// one row, with their time), `address` for another address of Studio, or `quit`. The program
/// answers each command with a line. Build it with the package trait `Studio`.
@main
struct StudioApp {
  private let database: Database
  private let playlists: EntityStore<Playlist>
  private let tracks: EntityStore<Track>
  private let evening: Playlist

  static func main() async throws {
    guard CommandLine.arguments.count == 2 else {
      print("usage: studio-app FILE")
      return
    }
    let database = try Database(path: CommandLine.arguments[1])
    try database.createTables(for: Playlist.self, Track.self)
    try await StudioApp(database).run()
  }

  private init(_ database: Database) throws {
    self.database = database
    let (playlists, tracks) = (
      try EntityStore<Playlist>(database), try EntityStore<Track>(database)
    )
    (self.playlists, self.tracks) = (playlists, tracks)
    evening = try database.write {
      if let known = playlists.getAll().first { return known }
      let (evening, morning) = (
        Playlist(id: 1, name: "Evening"), Playlist(id: 2, name: "Morning")
      )
      playlists.add([evening, morning])
      for number in 1...40 {
        let playlist = number % 4 == 0 ? morning : evening
        tracks.add(
          Track(
            id: .init(Int64(number)),
            title: "Track \(number)",
            seconds: 120,
            playlist: playlist
          )
        )
      }
      return evening
    }
  }

  private func run() async throws {
    let subscription = follow()
    defer { subscription.cancel() }
    #if Studio
    let studio = StudioServer(database)
    let serving = Task { try await studio.run() }
    defer { serving.cancel() }
    #endif
    while let command = readLine() {
      switch command {
      case "add": try add()
      case "rename": evening.name += "!"
      case "shorten": try shorten()
      case "many": try addMany()
      case "repeat": try repeatWrites()
      #if Studio
      case "address": say("Studio: \(studio.makeAddress() ?? "not yet")")
      #endif
      case "quit": return
      default: say("unknown command: \(command)")
      }
      say("done: \(command)")
    }
  }

  /// Prints a line at once, also into a pipe.
  private func say(_ line: String) {
    _ = (line + "\n").withCString { write(STDOUT_FILENO, $0, strlen($0)) }
  }

  /// The views of the app: a list, the length of the list, and a title.
  private func follow() -> AnyCancellable {
    let evening = evening
    let length = Computed(name: "length of the evening") { _ in
      evening.tracks.reduce(0) { $0 + $1.seconds }
    }
    let title = Computed(name: "title of the window") { _ in
      "\(evening.name): \(length.wrappedValue / 60) min"
    }
    let longest = tracks.query.order { $0.seconds.descending }.limit(5).live
    return withGraphTracking {
      evening.$tracks.onChange { _ in }
      title.onChange { _ in }
      longest.onChange { _ in }
    }
  }

  private func add() throws {
    try database.write {
      tracks.add(
        Track(
          id: .init(Int64(tracks.count + 1)),
          title: "Track \(tracks.count + 1)",
          seconds: 200,
          playlist: evening
        )
      )
      evening.name = "Evening"
    }
  }

  private func shorten() throws {
    try database.write {
      for track in evening.tracks { track.seconds -= 1 }
    }
  }

  /// Writes one row again and again, for `Benchmarks/studio-traces`.
  private func repeatWrites() throws {
    let count = 2_000
    let start = ContinuousClock.now
    for number in 1...count {
      try database.write { evening.name = "Evening \(number)" }
    }
    let time = start.duration(to: .now).components
    let microseconds = Double(time.seconds) * 1e6 + Double(time.attoseconds) / 1e12
    say("microseconds for each write: \(microseconds / Double(count))")
  }

  private func addMany() throws {
    let first = Int64(tracks.count + 1)
    try database.write {
      tracks.add(
        (first..<(first + 2_000)).map { number in
          Track(id: .init(number), title: "Track \(number)", seconds: 90, playlist: evening)
        }
      )
    }
  }
}
