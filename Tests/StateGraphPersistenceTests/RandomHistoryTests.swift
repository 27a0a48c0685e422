import Foundation
import SampleDomains
import StateGraphPersistence
import TestSupport
import Testing

/// Random histories over tiny domains: entities, relationships, stores and computed values must equal
/// fresh SELECTs after every step, whoever wrote and whatever was undone.
///
/// `STATEGRAPH_SEED` and `STATEGRAPH_OPERATIONS` repeat or lengthen a run.
@Suite struct RandomHistoryTests {
  static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["STATEGRAPH_SEED"].flatMap(UInt64.init) { return [seed] }
    return [1, 2, 3, .random(in: 4...1_000_000)]
  }()

  @Test(arguments: seeds)
  func `whatever is written and undone, memory is what the file says`(seed: UInt64) throws {
    let count =
      ProcessInfo.processInfo.environment["STATEGRAPH_OPERATIONS"].flatMap(Int.init) ?? 400
    var history = try History(seed: seed)
    for number in 0..<count {
      let operation = try history.step()
      let wrong = try history.differences()
      #expect(wrong == [], "seed \(seed), operation \(number): \(operation)")
      if !wrong.isEmpty { return }
    }
  }
}

private struct History {
  static let userIDs = ["a", "b", "é", "e\u{301}"]
  static let postIDs = ["1", "2", "3", "4", "5", "6"]

  let social: SocialDatabase
  var random: SeededRandom
  /// Entities that the history holds, so that not all of them are looked up anew.
  var heldUsers: [User] = []
  var heldPosts: [Post] = []
  let nodes: [String: Computed<[String]>]
  let delivered: [String: Recorder<[String]>]
  let subscription: AnyCancellable

  init(seed: UInt64) throws {
    let social = try SocialDatabase()
    self.social = social
    random = SeededRandom(seed: seed)
    var nodes: [String: Computed<[String]>] = [:]
    // By number: to Swift's dictionary the two forms of "é" are one key.
    for (number, id) in History.userIDs.enumerated() {
      nodes["posts of \(number)"] = Computed { _ in
        social.users.get(by: .init(id))?.posts.map { "\($0.typedID.raw) \($0.title)" } ?? []
      }
    }
    nodes["users"] = Computed { _ in
      social.users.getAll().map { "\($0.typedID.raw) \($0.name) \($0.bio ?? "-")" }
    }
    nodes["authors"] = Computed { _ in
      social.posts.getAll().map { "\($0.typedID.raw) \($0.author.typedID.raw) \($0.author.name)" }
    }
    nodes["count"] = Computed { _ in ["\(social.users.count) \(social.posts.count)"] }
    self.nodes = nodes
    let delivered = nodes.mapValues { _ in Recorder<[String]>() }
    self.delivered = delivered
    subscription = withGraphTracking {
      for (name, node) in nodes {
        node.onChange { value in delivered[name]?.record(value) }
      }
    }
  }

  mutating func step() throws -> String {
    let shape = Int.random(in: 0..<10, using: &random)
    var log: [String] = []
    switch shape {
    case 0..<5: try one(&log)
    case 5..<8:
      log.append("write {")
      try social.database.write { for _ in 0..<4 { try one(&log) } }
    case 8:
      log.append("write { … throw }")
      struct Undo: Error {}
      try? social.database.write {
        for _ in 0..<4 { try one(&log) }
        throw Undo()
      }
    default:
      log.append("write { write { … throw } }")
      struct Undo: Error {}
      try? social.database.write {
        try one(&log)
        try? social.database.write {
          for _ in 0..<2 { try one(&log) }
          throw Undo()
        }
        try one(&log)
      }
    }
    return log.joined(separator: "; ")
  }

  private mutating func pick(_ list: [String]) -> String {
    list.randomElement(using: &random) ?? ""
  }

  /// One random change; constraint failures are part of the history.
  private mutating func one(_ log: inout [String]) throws {
    let (user, other, post) = (
      pick(History.userIDs), pick(History.userIDs), pick(History.postIDs)
    )
    let text = pick(["x", "y", "z"])
    let kind = Int.random(in: 0..<16, using: &random)
    log.append("\(kind) \(user) \(other) \(post) \(text)")
    switch kind {
    case 0, 1:
      let entity = User(id: user, name: text)
      if social.users.get(by: .init(user)) == nil {
        social.users.add(entity)
        heldUsers.append(entity)
      }
    case 2, 3:
      guard let author = social.users.get(by: .init(user)) else { return }
      let entity = Post(id: post, title: text, author: author)
      social.posts.add(entity)
      heldPosts.append(entity)
    case 4: social.users.get(by: .init(user))?.name = text
    case 5: social.users.get(by: .init(user))?.bio = text == "x" ? nil : text
    case 6: social.posts.get(by: .init(post))?.title = text
    case 7:
      guard let author = social.users.get(by: .init(user)) else { return }
      social.posts.get(by: .init(post))?.author = author
    case 8: social.users.delete(.init(user))
    case 9: social.posts.delete(.init(post))
    default: try sql(kind, user, other, post, text)
    }
    if heldUsers.count > 6 { heldUsers.removeFirst(3) }
    if heldPosts.count > 6 { heldPosts.removeFirst(3) }
  }

  private func sql(
    _ kind: Int,
    _ user: String,
    _ other: String,
    _ post: String,
    _ text: String
  ) throws {
    let database = social.database
    let statement: SQL =
      switch kind {
      case 10: "UPDATE posts SET author_id = \(user) WHERE author_id = \(other)"
      case 11: "INSERT OR REPLACE INTO users (id, name) VALUES (\(user), \(text))"
      case 12: "DELETE FROM posts"
      case 13: "UPDATE posts SET id = id || 'm' WHERE id = \(post) AND length(id) < 3"
      case 14:
        "INSERT OR IGNORE INTO posts (id, title, author_id) SELECT id || 'c', \(text), id FROM users"
      default: "UPDATE users SET name = CASE id WHEN \(user) THEN NULL ELSE \(text) END"
      }
    // Fails where a key or a NOT NULL refuses it, half-way through or not.
    _ = try? database.execute(statement)
  }

  /// Everything that differs from a fresh SELECT, by name.
  func differences() throws -> [String] {
    var wrong: [String] = []
    for (number, id) in History.userIDs.enumerated() {
      let rows = try fresh(
        "SELECT id || ' ' || title FROM posts WHERE author_id = \(id) ORDER BY id"
      )
      if nodes["posts of \(number)"]?.wrappedValue != rows { wrong.append("posts of \(id)") }
    }
    let users = try fresh(
      "SELECT id || ' ' || name || ' ' || coalesce(short_bio, '-') FROM users ORDER BY id"
    )
    if nodes["users"]?.wrappedValue != users { wrong.append("users") }
    let authors = try fresh(
      """
      SELECT p.id || ' ' || u.id || ' ' || u.name FROM posts p JOIN users u ON u.id = p.author_id
      ORDER BY p.id
      """
    )
    if nodes["authors"]?.wrappedValue != authors { wrong.append("authors") }
    for (name, node) in nodes where delivered[name]?.elements.last != node.wrappedValue {
      wrong.append("delivered \(name)")
    }
    for user in heldUsers {
      let id = user.typedID
      let live = social.users.get(by: id)
      if live === user, user.isDeleted { wrong.append("deleted but found: \(id)") }
      if live == nil, !user.isDeleted, user.isAttached {
        wrong.append("gone but not deleted: \(id)")
      }
    }
    return wrong
  }

  private func fresh(_ sql: SQL) throws -> [String] {
    try social.database.rows(sql).map {
      if case .text(let text) = $0[0] { text } else { "?" }
    }
  }
}

extension Entity {
  fileprivate var isAttached: Bool { _$entity.attachment != nil }
}
