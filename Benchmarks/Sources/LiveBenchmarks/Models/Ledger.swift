import StateGraphPersistence

@Entity
final class Organization {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored var name: String
  @GraphStored var total: Int
}

@Entity
final class Account {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored var name: String
  @GraphStored var balance: Int
  @GraphStored var organization: Organization
}

@Entity
final class Activity {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored var amount: Int
  @GraphStored var account: Account
  @GraphStored var organization: Organization
}

/// 20 organizations with 100 accounts each, and ten activities for each account.
enum LedgerContent {
  static let organizationCount = 20
  static let accountCount = 2_000
  static let activityCount = 20_000

  static var statements: [SQL] {
    [
      """
      CREATE TABLE organizations (id INTEGER PRIMARY KEY, name TEXT NOT NULL,
        total INTEGER NOT NULL) STRICT
      """,
      """
      CREATE TABLE accounts (id INTEGER PRIMARY KEY, name TEXT NOT NULL,
        balance INTEGER NOT NULL,
        organization_id INTEGER NOT NULL REFERENCES organizations (id)) STRICT
      """,
      """
      CREATE TABLE activities (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL,
        account_id INTEGER NOT NULL REFERENCES accounts (id),
        organization_id INTEGER NOT NULL REFERENCES organizations (id)) STRICT
      """,
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n
        WHERE i + 1 < \(organizationCount))
      INSERT INTO organizations SELECT i, 'organization ' || i, 0 FROM n
      """,
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n
        WHERE i + 1 < \(accountCount))
      INSERT INTO accounts SELECT i, 'account ' || i, i * 7919 % 10007,
        i % \(organizationCount) FROM n
      """,
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n
        WHERE i + 1 < \(activityCount))
      INSERT INTO activities SELECT i, i % 100, i % \(accountCount),
        i % \(organizationCount) FROM n
      """,
      "CREATE INDEX accounts_organization ON accounts (organization_id, balance)",
      "CREATE INDEX activities_account ON activities (account_id)",
      "CREATE INDEX activities_organization ON activities (organization_id)",
    ]
  }
}
