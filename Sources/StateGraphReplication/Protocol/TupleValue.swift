/// The value of one column in a message about a changed row.
package enum TupleValue: Hashable, Sendable {
  case null
  /// A large value that the UPDATE did not change. The server does not send such a value, which it
  /// stores outside of the row (TOAST).
  case unchanged
  /// The value in the server's text format. The bytes are a part of the message.
  case text(ArraySlice<UInt8>)
}
