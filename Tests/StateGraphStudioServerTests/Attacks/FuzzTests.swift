#if Studio
import Foundation
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphStudioServer

@Suite("Random requests")
struct FuzzTests {
  private static let words = [
    "version", "schema", "table", "order", "filter", "conditions", "column", "operator", "value",
    "limit", "after", "before", "at", "last", "columns", "key", "offset", "length", "id", "sql",
    "parameters", "write", "stream", "views", "rows", "query", "commits", "changes", "kind", "old",
    "new", "batch", "descending", "t", "x", "$integer", "$real", "$blob", "$text", "$textBytes",
    "bytes", "is", "insert", "update", "delete",
  ]

  private static func value(_ random: inout SeededRandom, depth: Int, schema: String) -> String {
    let kind = Int.random(in: 0..<(depth > 4 ? 6 : 9), using: &random)
    switch kind {
    case 0: return ["null", "true", "false"].randomElement(using: &random) ?? "null"
    case 1: return String(Int64.random(in: -3...500, using: &random))
    case 2:
      return ["1e400", "-0", "1.5", "99999999999999999999", "01", "NaN"]
        .randomElement(using: &random) ?? "0"
    case 3: return "\"\(words.randomElement(using: &random) ?? "")\""
    case 4: return "\"\(schema)\""
    case 5:
      return [#""\u0000""#, #""\ud800""#, #""'; DROP TABLE t; --""#, #""\"""#, "\"\u{202E}\""]
        .randomElement(using: &random) ?? "\"\""
    case 6:
      let count = Int.random(in: 0..<4, using: &random)
      return "["
        + (0..<count).map { _ in value(&random, depth: depth + 1, schema: schema) }
        .joined(separator: ",") + "]"
    default:
      let count = Int.random(in: 0..<6, using: &random)
      return "{"
        + (0..<count).map { _ in
          "\"\(words.randomElement(using: &random) ?? "")\":"
            + value(&random, depth: depth + 1, schema: schema)
        }.joined(separator: ",") + "}"
    }
  }

  /// A valid request, of which some bytes may be changed.
  private static func mutated(_ random: inout SeededRandom, _ schema: String) -> String {
    let order = #""order":[{"column":"x","descending":true}],"limit":3"#
    let after = #""after":[null,{"$integer":"1"}]"#
    let condition = #"{"column":"x","operator":"is","value":{"$real":"1.5"}}"#
    let filter = #""filter":{"conditions":[\#(condition)]}"#
    let values = #""old":{"x":1},"new":{"x":{"$textBytes":"/w=="}}"#
    let change = #""kind":"update","table":"t","key":[1],\#(values)"#
    let requests = [
      #"{"version":1,"schema":"S","table":"t",\#(order),\#(after),\#(filter)}"#,
      #"{"version":1,"schema":"S","table":"t","key":[1]}"#,
      #"{"version":1,"schema":"S","table":"t","key":[1],"column":"x","offset":0,"length":5}"#,
      #"{"version":1,"id":"a","sql":"SELECT :a","parameters":{"a":{"$blob":"AA=="}}}"#,
      #"{"version":1,"schema":"S","changes":[{\#(change)}]}"#,
      #"{"version":1,"stream":"s","views":[{"id":"a","rows":{"schema":"S","table":"t"}}]}"#,
    ]
    var bytes = Array(
      (requests.randomElement(using: &random) ?? "").replacingOccurrences(of: "S", with: schema)
        .utf8
    )
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0x20..<0x7F, using: &random)
      case 1: bytes.remove(at: place)
      default: bytes.insert(UInt8(ascii: "{"), at: place)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: TestSeed.seeds(1, includesCurrent: true))
  func `random requests get an answer, and never fail the server`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let studio = try await RunningStudio(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, 1), (2, NULL)",
      allowsWriting: true
    )
    let token = try studio.token()
    let schema = try await studio.schemaID()
    let routes = [
      "session", "rows", "relations", "value", "query", "plan", "preview", "changes", "undo",
      "views",
    ]
    var statuses: Set<Int> = []
    for index in 0..<1500 {
      let body =
        Bool.random(using: &random)
        ? Self.mutated(&random, schema) : Self.value(&random, depth: 0, schema: schema)
      let route = routes.randomElement(using: &random) ?? "rows"
      let answer = try await studio.request(
        "POST",
        "/api/v1/" + route,
        body: body,
        token: token
      )
      statuses.insert(answer.status)
      #expect(
        answer.status < 500 || answer.code == "tooManyQueries",
        "seed \(seed), \(index), \(route): \(body)"
      )
    }
    #expect(statuses.isSuperset(of: [200, 400]))
    #expect(try await studio.get("schema").status == 200)
  }
}
#endif
