import StateGraphSQLite

/// A key for the message authentication code HMAC-SHA-256 (RFC 2104), prepared for many messages.
/// Masks use the codes as pseudorandom numbers that nobody can compute without the key.
///
/// The key is padded and hashed once, at its creation. For a short message, SHA-256 then processes
/// only two further blocks.
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

  /// Returns the authentication code of a message, which has 32 bytes.
  func code(of message: [UInt8]) -> [UInt8] {
    var (inner, outer) = (inner, outer)
    inner.append(message)
    outer.append(inner.finish())
    return outer.finish()
  }

  /// Returns a new key that is computed from this key and a name. Each name gives an independent
  /// key.
  func derived(_ name: [UInt8]) -> HMACKey { HMACKey(code(of: name)) }
}
