/// The answer to a request.
package struct StudioAnswer: Sendable {
  package enum Body: Sendable {
    case bytes([UInt8])
    case parts(any AnswerParts)
  }

  package let status: Int
  /// The media type, or nil for an answer without a body.
  package let type: String?
  package let body: Body

  init(_ bytes: [UInt8], type: String = "application/json", status: Int = 200) {
    (self.status, self.type, body) = (status, type, .bytes(bytes))
  }

  init(_ parts: any AnswerParts, type: String) {
    (status, self.type, body) = (200, type, .parts(parts))
  }

  package init(_ error: StudioError) {
    (status, type, body) = (error.status, "application/json", .bytes(error.json))
  }

  private init(status: Int) {
    (self.status, type, body) = (status, nil, .bytes([]))
  }

  /// The answer of a request that has nothing to tell.
  static let done = StudioAnswer(status: 204)
}

/// The body of an answer that is not complete when it begins.
package protocol AnswerParts: Sendable {
  /// Returns the next part. Waits until there is one. The result is nil after the last part.
  func next() async -> [UInt8]?

  /// Is called once when no further part is wanted, also if the client is gone.
  func end()
}
