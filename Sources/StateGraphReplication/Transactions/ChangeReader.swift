/// Reads the changes of a transaction, with a bounded part of them in memory.
package struct ChangeReader {
  private let contents: TransactionContents
  private var decoder: LogicalMessageDecoder
  /// The offset of the first byte of `chunk`.
  private var offset = 0
  private var chunk: ArraySlice<UInt8> = []
  private static let chunkBytes = 256 << 10

  init(_ contents: TransactionContents, decoder: LogicalMessageDecoder) {
    (self.contents, self.decoder) = (contents, decoder)
  }

  /// Returns the next change, or nil at the end.
  ///
  /// - Throws: `.inputOutput` if the temporary file cannot be read.
  package mutating func next() throws(ReplicationError) -> RowChange? {
    while let length = try take(TransactionContents.lengthBytes) {
      var size: UInt32 = 0
      withUnsafeMutableBytes(of: &size) { $0.copyBytes(from: length) }
      guard let message = try take(Int(size)) else { break }
      if case .change(let change) = try decoder.decode(message) { return change }
    }
    return nil
  }

  /// Takes the next bytes, or returns nil at the end.
  private mutating func take(_ count: Int) throws(ReplicationError) -> ArraySlice<UInt8>? {
    if chunk.count < count {
      // Messages in memory are read without a copy. Their chunk is the whole array.
      let wanted = contents.spool == nil ? contents.byteCount : max(count, Self.chunkBytes)
      chunk = try contents.read(wanted, at: offset)
    }
    guard chunk.count >= count else { return nil }
    defer {
      chunk = chunk.dropFirst(count)
      offset += count
    }
    return chunk.prefix(count)
  }
}
