import StateGraphPersistence

// The program of the README, as it stands there. SnippetTests compares the two.

@Entity(id: String.self) final class Artist {
  @GraphStored var name: String
  @GraphComputed(inverse: \Album.artist) var albums: [Album]
}

@Entity(id: String.self) final class Album {
  @GraphStored var title: String
  @GraphStored var artist: Artist
}

/// Standard output, so that the test can see what the program prints.
nonisolated(unsafe) var printed: [String] = []
// SAFETY: the program runs on one thread, in one test.

private func print(_ label: String, _ value: some Any) { printed.append("\(label) \(value)") }

/// Runs with a file in a folder, and with the migrations in this folder.
func readmeProgram(in folder: String) throws {
  // The tests share the current directory, to which the paths of the program are relative.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  func Database(path: String, migrations: MigrationSource) throws -> StateGraphPersistence.Database
  {
    try StateGraphPersistence.Database(path: folder + "/" + path, migrations: .directory(folder))
  }

  let database = try Database(path: "music.sqlite", migrations: .directory("Migrations"))
  let nina = Artist(id: "nina", name: "Nina")
  try EntityStore<Artist>(database).insert(nina)

  let subscription = withGraphTracking {
    nina.$name.onChange { print("name:", $0) }  // prints name: Nina
    nina.$albums.onChange { print("albums:", $0.map(\.title)) }  // prints albums: []
  }
  nina.name = "Nina Simone"  // runs UPDATE artists SET name = … WHERE id = 'nina'
  // prints name: Nina Simone
  try EntityStore<Album>(database).insert(Album(id: "1", title: "Pastel Blues", artist: nina))
  // prints albums: ["Pastel Blues"]
  try database.execute("DELETE FROM albums")  // or a trigger, or another program
  // prints albums: []
  subscription.cancel()
}
