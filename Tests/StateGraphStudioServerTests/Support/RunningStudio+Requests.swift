#if Studio
import Foundation
import TestSupport

extension RunningStudio {
  /// Sends a request with the headers of the page, and returns the answer.
  ///
  /// - Parameters:
  ///   - headers: Further headers, or other values. A header with the value nil is left out.
  func request(
    _ method: String,
    _ path: String,
    body: String? = nil,
    token: String? = nil,
    headers: [String: String?] = [:]
  ) async throws -> HTTPAnswer {
    let head = self.head(method, path, body: body, token: token, headers: headers)
    let port = port
    return try await onThread {
      let connection = try HTTPConnection(port: port)
      try connection.send(head + (body ?? ""))
      guard let answer = try connection.readAnswer() else {
        throw TestFailure("no answer to \(method) \(path)")
      }
      return answer
    }
  }

  /// The head of a request as the page sends it.
  func head(
    _ method: String,
    _ path: String,
    body: String? = nil,
    token: String? = nil,
    headers: [String: String?] = [:]
  ) -> String {
    var all: [String: String?] = ["Host": "127.0.0.1:\(port)", "Sec-Fetch-Site": "same-origin"]
    if let token { all["Studio-Token"] = token }
    if let body {
      all["Content-Type"] = "application/json"
      all["Content-Length"] = String(body.utf8.count)
    }
    for (name, value) in headers { all[name] = value }
    let lines = all.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }.joined()
    return "\(method) \(path) HTTP/1.1\r\n\(lines)\r\n"
  }

  /// Sends a request of the API with the version and a token of its own.
  func post(
    _ route: String,
    _ members: [String: Any],
    token: String? = nil
  ) async throws -> HTTPAnswer {
    var object = members
    object["version"] = 1
    let token = try token ?? self.token()
    return try await request(
      "POST",
      "/api/v1/" + route,
      body: JSON(object).description,
      token: token
    )
  }

  func get(_ route: String) async throws -> HTTPAnswer {
    try await request("GET", "/api/v1/" + route, token: token())
  }

  func schemaID() async throws -> String {
    try await get("schema").json["schema"].text ?? ""
  }

  /// Requests a page of rows.
  func rows(_ table: String, _ members: [String: Any] = [:]) async throws -> JSON {
    var members = members
    members["schema"] = try await schemaID()
    members["table"] = table
    return try await post("rows", members).json
  }
}

/// Runs `body` on a thread of its own, because it blocks.
func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Swift.Result { try body() }) }.start()
  }
}
#endif
