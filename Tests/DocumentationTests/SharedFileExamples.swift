import StateGraphPersistence

// The code of the article about shared files, as it stands there.

private func print(_ text: String) {}

func followOthers() throws -> AnyCancellable {
  let database = try Database(path: "social.sqlite", migrations: .directory("Migrations"))
  let users = try EntityStore<User>(database)
  let subscription = withGraphTracking {
    // Also when another process writes.
    users.get(by: "ada")?.$name.onChange { print($0) }
  }
  return subscription
}
