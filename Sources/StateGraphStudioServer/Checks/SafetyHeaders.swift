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
