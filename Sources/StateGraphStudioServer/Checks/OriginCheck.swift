/// Decides whether a request comes from the server's own page.
///
/// The rules protect against other web pages: a page of another site, a page of another port of
/// this machine, and a page whose name an attacker has bound to 127.0.0.1 (DNS rebinding).
package struct OriginCheck: Sendable {
  private let hosts: [String]

  /// Creates a check for the port on which the server listens.
  package init(port: Int) {
    let names = ["127.0.0.1", "localhost", "[::1]"]
    // Browsers leave out the default port.
    hosts = names.map { "\($0):\(port)" } + (port == 80 ? names : [])
  }

  /// - Throws: ``StudioError`` with the status 403 if the request is for another host or comes from
  ///   another page.
  package func check(_ head: RequestHead) throws(StudioError) {
    // After DNS rebinding, a browser sends neither Origin nor Sec-Fetch-Site with a GET. Only the
    // host shows the attack, so it is checked first, and always.
    guard let host = head.host?.lowercased(),
      hosts.contains(where: { $0.utf8.elementsEqual(host.utf8) })
    else { throw .foreignHost }
    if let origin = head.origin {
      guard origin.lowercased().utf8.elementsEqual("http://\(host)".utf8) else {
        throw .foreignOrigin
      }
    }
    if let site = head.fetchSite {
      // A browser sends `none` if the user typed the address. A page cannot cause this.
      let isTyped = site.utf8.elementsEqual("none".utf8) && !head.isForAPI
      guard isTyped || site.utf8.elementsEqual("same-origin".utf8) else { throw .foreignOrigin }
    }
  }
}

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

/// The headers of every answer, by which a browser keeps the page separate from others.
package enum SafetyHeaders {
  /// The page may only load its own scripts and styles, connect to its own server, and show images
  /// that it has made itself. It cannot be framed, and scripts cannot make HTML from text.
  package static let contentSecurityPolicy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "worker-src 'self'",
    "connect-src 'self'", "img-src blob:", "base-uri 'none'", "form-action 'none'",
    "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types studio",
  ].joined(separator: "; ")

  package static let all: [(name: String, value: String)] = [
    ("Content-Security-Policy", contentSecurityPolicy),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
  ]
}
