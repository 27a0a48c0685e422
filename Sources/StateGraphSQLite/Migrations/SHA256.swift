/// Computes SHA-256 digests (FIPS 180-4). They are the fingerprints of migrations, and the base of
/// the pseudonyms that replace real values in extracted test data.
///
/// With this code, the library needs no cryptography package.
package struct SHA256 {
  package static let blockByteCount = 64

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]

  private var state = SIMD8<UInt32>(
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19
  )
  /// The bytes at the end of the input that do not fill a block of 64 bytes yet.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  package init() {}

  /// Returns the SHA-256 digest of `bytes` as 64 lower-case hexadecimal digits.
  package static func hexadecimal(of bytes: some Collection<UInt8>) -> String {
    var digest = SHA256()
    digest.append(Array(bytes))
    return digest.finish().map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }.joined()
  }

  package mutating func append(_ bytes: [UInt8]) {
    byteCount &+= UInt64(bytes.count)
    var bytes = bytes
    if !rest.isEmpty {
      bytes = rest + bytes
      rest.removeAll()
    }
    let wholeByteCount = bytes.count / Self.blockByteCount * Self.blockByteCount
    bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      for offset in stride(from: 0, to: wholeByteCount, by: Self.blockByteCount) {
        compress(start + offset)
      }
    }
    if wholeByteCount < bytes.count { rest = Array(bytes[wholeByteCount...]) }
  }

  /// Returns the 32 bytes of the digest. Do not call `append` after this method.
  package mutating func finish() -> [UInt8] {
    let bitCount = byteCount &* 8
    var padding: [UInt8] = [0x80]
    while (rest.count + padding.count) % Self.blockByteCount != 56 { padding.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      padding.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    append(padding)
    var digest: [UInt8] = []
    digest.reserveCapacity(32)
    for index in 0..<8 {
      let word = state[index]
      for shift in stride(from: 24, through: 0, by: -8) {
        digest.append(UInt8(truncatingIfNeeded: word >> UInt32(shift)))
      }
    }
    return digest
  }

  private mutating func compress(_ block: UnsafeRawPointer) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      for index in 0..<16 {
        let word = block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
        schedule[index] = UInt32(bigEndian: word)
      }
      for index in 16..<64 {
        let early = schedule[index - 15]
        let late = schedule[index - 2]
        let small0 = Self.rotate(early, by: 7) ^ Self.rotate(early, by: 18) ^ (early >> 3)
        let small1 = Self.rotate(late, by: 17) ^ Self.rotate(late, by: 19) ^ (late >> 10)
        schedule[index] = schedule[index - 16] &+ small0 &+ schedule[index - 7] &+ small1
      }
      Self.constants.withUnsafeBufferPointer { mix(schedule, constants: $0) }
    }
  }

  private mutating func mix(
    _ schedule: UnsafeMutableBufferPointer<UInt32>,
    constants: UnsafeBufferPointer<UInt32>
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let large1 = Self.rotate(e, by: 6) ^ Self.rotate(e, by: 11) ^ Self.rotate(e, by: 25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ large1 &+ choice &+ constants[index] &+ schedule[index]
      let large0 = Self.rotate(a, by: 2) ^ Self.rotate(a, by: 13) ^ Self.rotate(a, by: 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      h = g
      g = f
      f = e
      e = d &+ first
      d = c
      c = b
      b = a
      a = first &+ large0 &+ majority
    }
    state = state &+ SIMD8(a, b, c, d, e, f, g, h)
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }
}
