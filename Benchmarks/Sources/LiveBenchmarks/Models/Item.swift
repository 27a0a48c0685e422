import StateGraphPersistence

/// A row that queries sort and filter by its score.
@Entity
final class Item {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored var name: String
  @GraphStored var score: Int
}

enum ItemContent {
  /// Each score is less than this number. Neighbouring ids have distant scores.
  static let scoreBound = 1_000_003

  static func score(of id: Int) -> Int { id * 7919 % scoreBound }

  static func statements(count: Int) -> [SQL] {
    [
      """
      CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT NOT NULL,
        score INTEGER NOT NULL) STRICT
      """,
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(count))
      INSERT INTO items SELECT i, 'item ' || i, i * 7919 % \(scoreBound) FROM n
      """,
      "CREATE INDEX items_score ON items (score)",
    ]
  }
}
