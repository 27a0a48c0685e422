import CZlib
import StateGraphFormats

/// Checks that the readers get the same bytes from a compressed input as from the plain one.
enum GzipTarget {
  static func run(_ input: [UInt8]) {
    if !input.starts(with: [0x1F, 0x8B]) { isInvisible(input) }
    for damaged in [input, [0x1F, 0x8B, 0x08, 0x00] + input, member(input) + input] {
      let whole = transcript(damaged, chunkBytes: 1 << 16)
      let pieces = transcript(damaged, chunkBytes: 3)
      require(pieces == whole, "the same in chunks of 3: \(pieces) and \(whole)")
    }
  }

  private static func isInvisible(_ input: [UInt8]) {
    let plain = transcript(input, chunkBytes: 64)
    let half = input.count / 2
    let several = member(Array(input[..<half])) + member(Array(input[half...])) + [0, 0]
    for compressed in [member(input), several] {
      let said = transcript(compressed, chunkBytes: 5)
      require(said == plain, "compressed or not: \(said) and \(plain)")
    }
    let cut = transcript(member(input).dropLast(1), chunkBytes: 5)
    require(!cut.failures.isEmpty, "a cut member is refused")
  }

  private static func transcript(_ input: [UInt8], chunkBytes: Int) -> CSVTranscript {
    CSVTranscript(input, CSVDialect(hasHeader: false), chunkBytes: chunkBytes)
  }

  /// Returns a gzip member that contains the bytes unchanged (RFC 1952; RFC 1951, section 3.2.4).
  private static func member(_ content: [UInt8]) -> [UInt8] {
    func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    let count = UInt16(content.count)
    let checksum = UInt32(truncatingIfNeeded: crc32(0, content, UInt32(content.count)))
    return [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0xFF, 0x01] + littleEndian(count)
      + littleEndian(~count) + content + littleEndian(checksum)
      + littleEndian(UInt32(content.count))
  }
}
