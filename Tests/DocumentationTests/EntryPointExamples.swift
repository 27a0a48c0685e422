import StateGraphPersistence
import StateGraphSessions

// The examples in the comments of the types with which a user begins, as they stand there.
// SnippetTests compares the two.

func openAndRead(_ name: String) throws -> [String] {
  let database = try Database(path: "app.sqlite", migrations: .directory("Migrations"))
  try database.write {
    try database.execute("INSERT INTO users (name) VALUES (\(name))")
  }
  let names = try database.fetchValues(String.self, "SELECT name FROM users")
  return names
}

func addAndDelete(_ users: EntityStore<User>) {
  users.add(User(id: "ada", name: "Ada"))
  users.get(by: "ada")?.name = "Ada Lovelace"
  users.delete("ada")
}

func recentTitles(_ posts: EntityStore<Post>, by ada: User) throws -> [String] {
  let recent = posts.query
    .where { $0.author == ada && $0.title.like("Hello%") }
    .order { $0.title.descending }
    .limit(20)
  let titles = try recent.fetch().map(\.title)
  return titles
}

func follow(_ model: User) -> AnyCancellable {
  let subscription = withGraphTracking {
    model.$name.onChange { name in print(name) }
  }
  return subscription
}

@MainActor
func restore(_ database: Database, _ env: Shelving.Env) throws -> ObservableTransducer<Shelving> {
  let session = try Session("main window", in: database)
  let model = try ObservableTransducer<Shelving>(restoring: session, env: env)
  return model
}

/// The example of the landing page.
func insertAndFollow(_ users: EntityStore<User>) throws -> AnyCancellable {
  let ada = User(id: "ada", name: "Ada")
  try users.insert(ada)  // INSERT INTO users …
  ada.name = "Ada Lovelace"  // UPDATE users SET name = … WHERE id = 'ada'

  let subscription = withGraphTracking {
    ada.$posts.onChange { posts in print("\(posts.count) posts") }
  }
  return subscription
}
