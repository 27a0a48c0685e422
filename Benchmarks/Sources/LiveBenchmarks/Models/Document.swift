import StateGraphPersistence

@Entity
final class Document {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored var bucket: Int
  @GraphStored var body: String
}

/// Documents of one kilobyte, ten in each bucket.
enum DocumentContent {
  static let documentsPerBucket = 10
  static let bodySize = 1_024

  static func statements(count: Int) -> [SQL] {
    [
      """
      CREATE TABLE documents (id INTEGER PRIMARY KEY, bucket INTEGER NOT NULL,
        body TEXT NOT NULL) STRICT
      """,
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(count))
      INSERT INTO documents SELECT i, i / \(documentsPerBucket),
        substr(hex(zeroblob(\(bodySize / 2))) || i, -\(bodySize)) FROM n
      """,
      "CREATE INDEX documents_bucket ON documents (bucket)",
    ]
  }

  /// Returns a body of one repeated letter. Consecutive rounds have different letters, so every
  /// byte changes.
  static func body(_ round: Int) -> String {
    String(repeating: Character(UnicodeScalar(UInt8(97 + round % 26))), count: bodySize)
  }

  /// Returns the sum of the bytes, which requires a read of every byte.
  static func sum(of body: String) -> Int {
    var body = body
    return body.withUTF8 { $0.reduce(0) { $0 &+ Int($1) } }
  }
}
