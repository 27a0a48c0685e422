/// A server-sent event (<https://html.spec.whatwg.org/multipage/server-sent-events.html>).
enum StreamEvent {
  /// A line that clients ignore. It shows that the connection works.
  static let beat = Array(":\n\n".utf8)

  /// - Parameter data: JSON without line feeds.
  static func bytes(_ name: String, data: [UInt8]) -> [UInt8] {
    Array("event: \(name)\ndata: ".utf8) + data + Array("\n\n".utf8)
  }
}
