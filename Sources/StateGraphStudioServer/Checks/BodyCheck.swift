/// Decides whether the server reads the body of a request.
package enum BodyCheck {
  /// The largest body in bytes, except for changes.
  package static let limit = 1 << 20

  /// Returns the number of bytes of the body.
  ///
  /// - Throws: ``StudioError`` if the body is no JSON, too large or chunked.
  package static func length(
    _ head: RequestHead,
    limit: Int = BodyCheck.limit
  ) throws(StudioError) -> Int {
    guard !head.isChunked, let text = head.contentLength else { throw .lengthRequired }
    guard let length = Int(text), length >= 0 else { throw .invalidRequest }
    guard length <= limit else { throw .tooLarge }
    // A form of another page can send other types without asking the server first.
    let type = head.contentType?.prefix { $0 != ";" && $0 != " " }.lowercased()
    guard let type, type.utf8.elementsEqual("application/json".utf8) else { throw .notJSON }
    return length
  }
}
