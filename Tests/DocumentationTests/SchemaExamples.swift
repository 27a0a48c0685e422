import StateGraphPersistence

// The code of the article about the schema, as it stands there.

let steps = [
  Migration(
    version: 1,
    name: "create people",
    sql: "CREATE TABLE people (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT"
  ),
  Migration(version: 2, name: "add initials") { transaction in
    try transaction.execute("ALTER TABLE people ADD COLUMN initial TEXT NOT NULL DEFAULT ''")
    for row in try transaction.rows("SELECT id, name FROM people") {
      guard case .text(let name) = row[1] else { continue }
      let initial = String(name.prefix(1))
      try transaction.execute("UPDATE people SET initial = \(initial) WHERE id = \(row[0])")
    }
  },
]

func openPeople(_ path: String) throws -> Database {
  try Database(path: path, migrations: .list(steps))
}

func adopt(_ path: String) throws {
  try MigrationSource.directory("Migrations").recordBaseline(path: path)
}
