/// How much memory and disk a server may make this process use.
package struct ReplicationLimits: Sendable {
  /// The maximum size of one value of a row, in bytes.
  package var valueBytes = 256 << 20
  /// The maximum number of columns of a relation. PostgreSQL's own limit is 1,600.
  package var columns = 1_600
  /// The maximum number of relations that a connection describes.
  package var relations = 10_000
  /// The maximum size of a name, in bytes. PostgreSQL cuts names after 63 bytes.
  package var nameBytes = 255
  /// The size of a transaction from which its changes go to a temporary file, in bytes.
  package var memoryBytes = 4 << 20
  /// The maximum size of one transaction, in bytes.
  package var transactionBytes = 64 << 30

  package init() {}
}
