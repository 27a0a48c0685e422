import CZlib

/// An input that decompresses a gzip stream of one or more members (RFC 1952).
///
/// The memory use is constant: zlib's window and one chunk of 64 KiB with compressed bytes.
final class GzipInput: ByteInput {
  private static let chunkBytes = 64 * 1024
  /// The argument `windowBits` of zlib's function `inflateInit2`.
  ///
  /// 15 selects zlib's largest window. Adding 16 makes zlib read the gzip header and check the
  /// checksum.
  private static let windowBits: Int32 = 15 + 16

  private let input: any ByteInput
  private let chunk: UnsafeMutablePointer<UInt8>
  /// The state of zlib's decompressor, which is on the heap.
  ///
  /// zlib stores a pointer to its state, so the state must not move in memory.
  private let stream: UnsafeMutablePointer<z_stream>
  private var isInMember = true
  private var reachedEnd = false
  /// The error for a damaged gzip stream, or nil as long as no damage was found.
  ///
  /// `read` first returns all bytes before the damage. The next call of `read` throws this error.
  private var failure: ImportError?

  var bytesTaken: Int64 { input.bytesTaken }

  init(_ input: any ByteInput) throws(ImportError) {
    self.input = input
    chunk = .allocate(capacity: Self.chunkBytes)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard czlib_inflate_init(stream, Self.windowBits) == Z_OK else {
      throw ImportError(.unreadableInput, "there is no memory left to decompress the input")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    chunk.deallocate()
  }

  static func begins(_ prefix: [UInt8]) -> Bool { prefix.starts(with: [0x1F, 0x8B]) }

  func read(
    into target: UnsafeMutablePointer<UInt8>,
    atMost limit: Int
  ) throws(ImportError) -> Int {
    if let failure { throw failure }
    let limit = min(limit, Int(UInt32.max))
    stream.pointee.next_out = target
    stream.pointee.avail_out = UInt32(limit)
    while true {
      if stream.pointee.avail_in == 0, !reachedEnd { try fillChunk() }
      if !isInMember, !beginMember() {
        if reachedEnd { return 0 }
        continue
      }
      // Call `inflate` even if there is no new input. zlib may still have output that did not fit
      // into the last buffer.
      let status = inflate(stream, Z_NO_FLUSH)
      let written = limit - Int(stream.pointee.avail_out)
      switch status {
      case Z_STREAM_END: isInMember = false
      case Z_OK, Z_BUF_ERROR: if reachedEnd, written == 0 { failure = truncated }
      default: failure = damaged(status)
      }
      if written > 0 { return written }
      if let failure { throw failure }
    }
  }

  private func fillChunk() throws(ImportError) {
    let received = try input.read(into: chunk, atMost: Self.chunkBytes)
    stream.pointee.next_in = chunk
    stream.pointee.avail_in = UInt32(received)
    if received == 0 { reachedEnd = true }
  }

  /// Starts to decompress the next gzip member, and skips zero bytes before that member.
  ///
  /// The zeros are allowed because some tape programs pad files with them.
  ///
  /// - Returns: False if only zeros, or no bytes, are left in the current chunk.
  private func beginMember() -> Bool {
    while stream.pointee.avail_in > 0, stream.pointee.next_in.pointee == 0 {
      stream.pointee.next_in += 1
      stream.pointee.avail_in -= 1
    }
    guard stream.pointee.avail_in > 0 else { return false }
    inflateReset(stream)
    isInMember = true
    return true
  }

  private var truncated: ImportError {
    ImportError(
      .corruptCompression,
      "the gzip data is cut short: it ends after \(bytesTaken) bytes",
      remedy: "Get the whole file; gzip -t tests one"
    )
  }

  private func damaged(_ status: Int32) -> ImportError {
    guard status != Z_MEM_ERROR else {
      return ImportError(.unreadableInput, "there is no memory left to decompress the input")
    }
    let offset = bytesTaken - Int64(stream.pointee.avail_in)
    let reason = stream.pointee.msg.map { " (\(String(cString: $0)))" } ?? ""
    return ImportError(
      .corruptCompression,
      "the gzip data is damaged at byte \(offset) of the compressed input\(reason)",
      remedy: "Get the file again; gzip -t tests one"
    )
  }
}
