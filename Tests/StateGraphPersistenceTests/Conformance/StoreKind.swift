import SampleDomains
import StateGraphPersistence
import TestSupport

/// The two places where an ``EntityStore`` keeps its entities. Both have the same behavior and use
/// the same entity classes.
enum StoreKind: CaseIterable, Sendable {
  case memory, disk
}

/// The social domain's stores of one kind.
struct StoreScene: Sendable {
  let kind: StoreKind
  let users: EntityStore<User>
  let posts: EntityStore<Post>
  let comments: EntityStore<Comment>
  /// The errors of verbs that do not throw.
  let failures: Recorder<DatabaseError>
  private let social: SocialDatabase?

  init(_ kind: StoreKind) throws {
    self.kind = kind
    switch kind {
    case .memory:
      (users, posts, comments) = (EntityStore(), EntityStore(), EntityStore())
      (failures, social) = (Recorder(), nil)
    case .disk:
      let social = try SocialDatabase()
      (users, posts, comments) = (social.users, social.posts, social.comments)
      (failures, self.social) = (social.failures, social)
    }
  }

  /// The order in which `getAll` returns entities that were added in this order.
  func inOrder(_ ids: [String]) -> [String] {
    switch kind {
    case .memory: ids
    // SQLite orders TEXT by bytes.
    case .disk: ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  /// Several changes with one notification.
  func batch(_ body: () throws -> Void) throws {
    if let social { try social.database.write(body) } else { try withGraphBatch(body) }
  }
}

extension [User] {
  var ids: [String] { map(\.typedID.raw) }
}
