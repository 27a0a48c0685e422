#if Studio
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Writes an answer that has several parts, and gives up on a client that does not read.
struct PartsWriter: Sendable {
  private let parts: any AnswerParts
  /// How long one part may wait for the client.
  private let patience: Duration

  init(_ parts: any AnswerParts, patience: Duration) {
    (self.parts, self.patience) = (parts, patience)
  }

  /// Writes the head and all parts. Returns the number of bytes.
  ///
  /// - Throws: An error if the client is gone or does not read. The connection must be closed then.
  func write(_ response: HTTPResponse, to writer: consuming ResponseWriter) async throws -> Int {
    // The stream or the query behind the parts must end, also if the head cannot be written.
    defer { parts.end() }
    var body: any ResponseBodyWriter = try await writer.writeHead(response)
    var size = 0
    while let part = await parts.next() {
      size += part.count
      body = try await write(ByteBuffer(bytes: part), to: body)
    }
    try await body.finish(nil)
    return size
  }

  private func write(
    _ buffer: ByteBuffer,
    to body: any ResponseBodyWriter
  ) async throws -> any ResponseBodyWriter {
    let body = UncheckedWriter(body)
    return try await withThrowingTaskGroup(of: UncheckedWriter?.self) { group in
      group.addTask {
        var writer = body.writer
        try await writer.write(buffer)
        return UncheckedWriter(writer)
      }
      group.addTask {
        try await Task.sleep(for: patience)
        return nil
      }
      defer { group.cancelAll() }
      guard let done = try await group.next() ?? nil else { throw StudioError.internalError }
      return done.writer
    }
  }
}

// SAFETY: The writer is passed to one task, which passes it back. Only one task uses it at a time.
private struct UncheckedWriter: @unchecked Sendable {
  let writer: any ResponseBodyWriter

  init(_ writer: any ResponseBodyWriter) { self.writer = writer }
}
#endif
