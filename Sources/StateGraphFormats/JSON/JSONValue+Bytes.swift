/// Converts bytes to a JSON object such as `{"$base64": "AP8="}` and back.
///
/// An export writes bytes in this form, so an import can read them again.
extension JSONValue.Content {
  private static let bytesKey = "$base64"

  /// The value of the member `$base64`, or nil if this is not an object such as `{"$base64":
  /// "AP8="}`.
  ///
  /// The value may be invalid base 64, so the caller must check it.
  package var encodedBytes: JSONValue.Content? {
    guard case .object(let members) = self, members.count == 1, members[0].key == Self.bytesKey
    else { return nil }
    return members[0].value.content
  }

  package init(bytes: [UInt8]) {
    let start = TextPlace(byteOffset: 0, line: 1, column: 1)
    let text = JSONValue(.string(RFC4648.base64(bytes)), at: start)
    self = .object([JSONMember(key: Self.bytesKey, keyPlace: start, value: text)])
  }
}
