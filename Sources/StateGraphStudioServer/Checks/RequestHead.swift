/// The parts of the head of an HTTP request that decide whether the server answers it.
package struct RequestHead: Sendable {
  package var method: String
  /// The path with the query, as the request contains it.
  package var target: String
  package var host: String?
  package var origin: String?
  /// The header `Sec-Fetch-Site`, by which a browser says which page made the request.
  package var fetchSite: String?
  package var token: String?
  package var contentType: String?
  package var contentLength: String?
  /// Whether the body has no length in advance.
  package var isChunked = false

  package init(method: String, target: String) {
    (self.method, self.target) = (method, target)
  }

  /// The path without the query.
  package var path: String {
    String(target.prefix { $0 != "?" })
  }

  package var isForAPI: Bool { target.utf8.starts(with: "/api/".utf8) }
}
