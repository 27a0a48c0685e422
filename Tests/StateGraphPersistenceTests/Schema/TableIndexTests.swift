import TestSupport
import Testing

@testable import StateGraphPersistence

@Entity(
  id: String.self,
  table: "tenants",
  indexes: .unique("email", where: "deleted_at IS NULL"),
  .index("owner", where: "deleted_at IS NULL"),
  .index("email")
)
final class Tenant {
  @GraphStored var email: String
  @GraphStored var deletedAt: String?
  @GraphStored var owner: Tenant?
}

/// Declared indexes of some rows.
@Suite struct TableIndexTests {
  let database: Database
  let tenants: EntityStore<Tenant>

  init() throws {
    database = try Database.inMemory()
    try database.createTables(for: Tenant.self)
    tenants = try EntityStore<Tenant>(database)
  }

  @Test func `a unique index with a condition refuses only rows that match the condition`() throws {
    try tenants.insert(Tenant(id: "a", email: "x"))
    let error = #expect(throws: DatabaseError.self) {
      try tenants.insert(Tenant(id: "b", email: "x"))
    }
    #expect(error?.constraint?.kind == .unique)
    tenants.get(by: "a")?.deletedAt = "now"
    try tenants.insert(Tenant(id: "b", email: "x"))
    try tenants.insert(Tenant(id: "c", email: "x", deletedAt: "now"))
    #expect(tenants.count == 3)
  }

  @Test func `a created table has the declared conditions, and no difference`() throws {
    let indexes = try database.rows(
      """
      SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY sql
      """
    ).map { try $0[0, as: String.self] }
    #expect(
      indexes == [
        #"CREATE INDEX "tenants_email_index" ON "tenants" ("email")"#,
        #"CREATE INDEX "tenants_owner_id_index" ON "tenants" ("owner_id")"#,
        #"CREATE INDEX "tenants_partial_owner_id_index" ON "tenants" ("owner_id") WHERE deleted_at IS NULL"#,
        #"CREATE UNIQUE INDEX "tenants_partial_email_unique" ON "tenants" ("email") WHERE deleted_at IS NULL"#,
      ]
    )
    #expect(try database.schemaDifferences(for: Tenant.self).isEmpty)
  }

  @Test func `an index with another condition is a difference, and a migration is proposed`() throws
  {
    try database.execute("DROP INDEX tenants_partial_email_unique")
    try database.execute("CREATE UNIQUE INDEX other ON tenants (email) WHERE owner_id IS NULL")
    let differences = try database.schemaDifferences(for: Tenant.self)
    #expect(differences.count == 1 && !differences[0].isBreaking)
    let proposal = try database.proposedMigration(for: Tenant.self)
    #expect(proposal.contains("WHERE deleted_at IS NULL"))
  }

  @Test func `upsert needs a unique index of all rows`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try tenants.upsert(Tenant(id: "a", email: "x"), onConflict: \.email)
    }
    #expect(error?.code == .misuse)
  }
}
