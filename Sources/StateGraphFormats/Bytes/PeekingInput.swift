/// An input whose first bytes can be read twice: first with `peek`, then with `read`.
final class PeekingInput: ByteInput {
  /// The number of bytes that `peek` requests with each read.
  ///
  /// 4096 bytes are enough to recognise a text encoding.
  static let peekedBytes = 4_096

  private let input: any ByteInput
  private var peeked: [UInt8] = []
  private var position = 0

  var bytesTaken: Int64 { input.bytesTaken }

  init(_ input: any ByteInput) {
    self.input = input
  }

  /// Returns the first bytes of the input. A later `read` returns the same bytes again.
  ///
  /// Waits until at least `count` bytes are available or the input ends. Call this only before
  /// the first `read`.
  func peek(atLeast count: Int) throws(ImportError) -> [UInt8] {
    let chunk = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.peekedBytes)
    defer { chunk.deallocate() }
    while peeked.count < count || peeked.isEmpty {
      let received = try input.read(into: chunk, atMost: Self.peekedBytes)
      guard received > 0 else { break }
      peeked.append(contentsOf: UnsafeBufferPointer(start: chunk, count: received))
    }
    return peeked
  }

  /// Skips the first `count` bytes of the input, so that `read` starts after them.
  ///
  /// The import uses this to skip a byte order mark.
  func skip(_ count: Int) {
    position = min(count, peeked.count)
  }

  func read(
    into target: UnsafeMutablePointer<UInt8>,
    atMost limit: Int
  ) throws(ImportError) -> Int {
    guard position < peeked.count else { return try input.read(into: target, atMost: limit) }
    let length = min(limit, peeked.count - position)
    peeked.withUnsafeBufferPointer { source in
      guard length > 0, let base = source.baseAddress else { return }
      target.update(from: base + position, count: length)
    }
    position += length
    if position == peeked.count {
      peeked = []
      position = 0
    }
    return length
  }
}
