/// A place in the log of the server, which grows with each commit of the server.
package struct ServerPosition: Hashable, Comparable, Sendable {
  /// The place as the server counts it (a log sequence number).
  package let bits: UInt64

  package init(_ bits: UInt64) { self.bits = bits }

  package static func < (left: ServerPosition, right: ServerPosition) -> Bool {
    left.bits < right.bits
  }

  /// The value that the file stores, which has the same bits.
  var value: SQLiteValue { .integer(Int64(bitPattern: bits)) }
}
