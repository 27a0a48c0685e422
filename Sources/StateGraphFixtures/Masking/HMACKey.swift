import StateGraphSQLite

/// A key of HMAC-SHA-256 (RFC 2104), prepared for many messages.
///
/// The digests of the padded key are computed once, so a short message needs only two blocks.
struct HMACKey: Sendable {
  private let inner: SHA256
  private let outer: SHA256

  init(_ key: [UInt8]) {
    var block = key
    if key.count > SHA256.blockByteCount {
      var digest = SHA256()
      digest.append(key)
      block = digest.finish()
    }
    block += [UInt8](repeating: 0, count: SHA256.blockByteCount - block.count)
    var (inner, outer) = (SHA256(), SHA256())
    inner.append(block.map { $0 ^ 0x36 })
    outer.append(block.map { $0 ^ 0x5c })
    (self.inner, self.outer) = (inner, outer)
  }

  /// Returns the 32 bytes of the code of a message.
  func code(of message: [UInt8]) -> [UInt8] {
    var (inner, outer) = (inner, outer)
    inner.append(message)
    outer.append(inner.finish())
    return outer.finish()
  }

  /// Returns a key that depends on this key and on a name.
  func derived(_ name: [UInt8]) -> HMACKey { HMACKey(code(of: name)) }
}
