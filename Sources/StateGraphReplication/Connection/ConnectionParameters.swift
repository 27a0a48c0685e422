#if PostgreSQL
import CPostgreSQL
import Glibc

/// How to reach a server: what libpq accepts, with the defaults of this library.
///
/// No text of this type contains the password.
package struct ConnectionParameters: Sendable {
  /// libpq's keywords and values. The value of `password` must not reach a text.
  private(set) var values: [String: String]

  /// - Parameter text: A connection string of libpq: a URL, or keywords with values.
  /// - Throws: `.connectionFailed` if libpq cannot read the text.
  package init(_ text: String) throws(ReplicationError) {
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &message) else {
      // The message of libpq can contain a part of the text, so it is not shown.
      if let message { PQfreemem(message) }
      throw ReplicationError(
        .connectionFailed,
        "The address of the server is not a connection string of PostgreSQL.",
        remedy: "Write it as postgres://USER@HOST/DATABASE."
      )
    }
    defer { PQconninfoFree(options) }
    values = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        values[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    // libpq ends a password at the first @, and takes the rest of it as a part of the host.
    let hosts = (values["host"] ?? "").split(separator: ",")
    guard hosts.allSatisfy({ !$0.dropFirst().contains("@") }) else {
      throw ReplicationError(
        .connectionFailed,
        "The password in the address of the server contains the character @.",
        remedy: "Write it as %40, or leave the password to ~/.pgpass."
      )
    }
  }

  /// The parameters of one connection, with the defaults of this library.
  ///
  /// - Parameter environment: Returns an environment variable, which libpq reads, too.
  func keywords(
    isReplicating: Bool,
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> [(keyword: String, value: String)] {
    // Half-open connections end within ten seconds: 3 + 3 · 2 seconds without an answer.
    let defaults = [
      "application_name": "stategraph", "connect_timeout": "10", "keepalives_idle": "3",
      "keepalives_interval": "2", "keepalives_count": "3", "tcp_user_timeout": "9000",
      "sslmode": isLocal(environment) ? "prefer" : "verify-full",
    ]
    var all = defaults.merging(values) { _, given in given }
    all["client_encoding"] = "UTF8"
    all["replication"] = isReplicating ? "database" : nil
    return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The longest time that connecting may take.
  var connectTimeLimit: Duration {
    values["connect_timeout"].flatMap(Int.init).map { .seconds(max(2, min($0, 600))) }
      ?? .seconds(10)
  }

  /// Whether the server runs on this machine, so that the connection needs no certificate.
  private func isLocal(_ environment: (String) -> String?) -> Bool {
    // A service of libpq can name any host.
    guard values["service"] == nil, environment("PGSERVICE") == nil else { return false }
    // libpq prefers an address to a host, whichever of them is in the environment.
    let address = values["hostaddr"] ?? environment("PGHOSTADDR")
    let host = address ?? values["host"] ?? environment("PGHOST") ?? ""
    return host.split(separator: ",").allSatisfy { host in
      host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1"
        || isLoopback(host)
    }
  }

  /// Returns whether the text is an IPv4 address of this machine. A name such as `127.db.example`
  /// is none.
  private func isLoopback(_ host: Substring) -> Bool {
    var address = in_addr()
    guard inet_pton(AF_INET, String(host), &address) == 1 else { return false }
    return withUnsafeBytes(of: address.s_addr) { $0[0] == 127 }
  }
}

extension ConnectionParameters: CustomStringConvertible, CustomReflectable {
  /// The host and the database, without the user's password.
  package var description: String {
    "the database \(values["dbname"] ?? "of the role") at \(values["host"] ?? "the local socket")"
  }

  /// `dump` and the texts of failed tests show the description only.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
#endif
