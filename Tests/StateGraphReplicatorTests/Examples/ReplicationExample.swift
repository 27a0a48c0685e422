#if PostgreSQL
import StateGraphReplicator

// The code of the documentation of replication that needs libpq, as it stands there.

func replicateInApp(_ database: Database) -> Task<Void, any Error> {
  let replication = Task {
    try await database.replicate(
      with: "postgres://app@db.example/shop",
      conflicts: [.table("accounts", .refuseIfChanged)]
    )
  }
  return replication
}

/// The example of the method itself.
func replicate(_ database: Database) -> Task<Void, any Error> {
  let replication = Task {
    try await database.replicate(with: "postgres://app@db.example/shop")
  }
  return replication
}
#endif
