#if PostgreSQL
import Foundation
import PostgreSQLTestSupport
import StateGraphReplication
import Testing

/// A database that the set-up has prepared, and a file that pushes to it.
struct PushScene {
  let scene: ServerScene
  let client = UUID().uuidString.lowercased()

  static let tables = """
    CREATE TABLE users (id text PRIMARY KEY, name text UNIQUE, age smallint, data json);
    CREATE TABLE posts (id text PRIMARY KEY, "user" text REFERENCES users, n bigint CHECK (n > 0));
    """

  init(on server: PostgreSQLServer? = nil, schema: String = PushScene.tables) throws {
    scene = try ServerScene(schema, on: server)
    // Roles belong to the whole server, which the tests share.
    for role in ["pusher", "stranger", "feeder"] {
      _ = try? scene.run("CREATE ROLE \(role) LOGIN")
    }
    try scene.run(try Self.setup.sql)
  }

  static var setup: ServerSetup {
    get throws {
      ServerSetup(
        publication: try ServerName("pub"),
        tables: [
          ServerSetup.Table(try ServerTable(name: "users")),
          ServerSetup.Table(try ServerTable(name: "posts")),
        ],
        pushRole: try ServerName("pusher"),
        feedRole: try ServerName("feeder")
      )
    }
  }

  func session(
    through proxy: FaultProxy? = nil,
    user: String = "pusher"
  ) throws -> PushSession {
    try PushSession(
      scene.connect(through: proxy, user: user),
      client: client,
      order: PatchOrder(parentsFirst: [ServerTable(name: "users"), ServerTable(name: "posts")])
    )
  }

  func transaction(_ sequence: Int64, _ patches: [Patch]) -> PushTransaction {
    // The number stands in the identifier, so that sending again sends the same transaction.
    let digits = String(sequence)
    return PushTransaction(
      sequence: sequence,
      identifier: "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count)
        + digits,
      patches: patches
    )
  }

  static func values(_ values: [String: String?]) throws -> [PatchValue] {
    let types: [String: ServerType] = ["age": .int2, "n": .int8, "data": .json]
    return try values.sorted { $0.key < $1.key }.map { name, text in
      PatchValue(
        column: try ServerName(name),
        type: types[name] ?? .text,
        text: text.map { Array($0.utf8) }
      )
    }
  }

  static func insert(_ table: String, _ row: [String: String?]) throws -> Patch {
    Patch(.insert(try values(row)), in: try ServerTable(name: table))
  }

  static func update(
    _ table: String,
    _ id: String,
    _ row: [String: String?],
    expected: [String: String?] = [:]
  ) throws -> Patch {
    Patch(
      .update(try values(row)),
      in: try ServerTable(name: table),
      key: try values(["id": id]),
      expected: try values(expected)
    )
  }

  static func delete(
    _ table: String,
    _ id: String,
    expected: [String: String?] = [:]
  ) throws -> Patch {
    Patch(
      .delete,
      in: try ServerTable(name: table),
      key: try values(["id": id]),
      expected: try values(expected)
    )
  }

  func run(_ sql: String) throws -> String { try scene.run(sql) }

  var sequence: String {
    get throws { try run("SELECT seq FROM stategraph.clients WHERE id = '\(client)'") }
  }
}

extension PushOutcome {
  /// One word, and the code of a refusal.
  var testText: String {
    switch self {
    case .applied: "applied"
    case .alreadyDecided: "decided"
    case .refused(let refusal): "refused \(refusal.sqlState)"
    case .tryAgain: "again"
    case .stopped: "stopped"
    case .notSent: "not sent"
    }
  }
}
#endif
