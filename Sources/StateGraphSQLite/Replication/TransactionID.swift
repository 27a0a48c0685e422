/// The random number of a local transaction, by which the server recognizes it again.
///
/// The sequence number alone is not enough: after a power loss or in a copied file, two
/// transactions can have the same one.
package struct TransactionID: Hashable, Sendable {
  static let byteCount = 16

  /// 16 bytes.
  package let bytes: [UInt8]

  /// Chooses a random number.
  package init() {
    var generator = SystemRandomNumberGenerator()
    let words = [generator.next(), generator.next()]
    bytes = words.withUnsafeBytes { Array($0) }
  }

  /// - Throws: `.corrupt` if the number does not have 16 bytes.
  package init(_ bytes: [UInt8]) throws(DatabaseError) {
    guard bytes.count == TransactionID.byteCount else { throw DatabaseError.damagedOutbox }
    self.bytes = bytes
  }
}
