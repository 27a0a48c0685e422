import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// A part of the module that updates its own objects for each commit.
///
/// The thread that holds the write lock calls all functions. No user code may run in them.
protocol CommitFollower: AnyObject, Sendable {
  /// Updates the follower's objects, after the commit has been applied to the entities and to the
  /// stored query results.
  func didCommit(_ changeSet: ChangeSet, in database: Database, _ epoch: inout GraphEpoch)

  /// Undoes the follower's changes after the rollback of the transaction, or of only its innermost
  /// nested write.
  func didRollBack(in database: Database)

  /// Returns the schema of the table with this name, as of the last commit; nil if the follower
  /// does not use it.
  func knownTable(_ name: String) -> TableSchema?
}

/// Objects that other parts of the module keep for a database, one of each class.
///
/// The registries of live queries and of cells are attachments, so that the graph does not depend
/// on the parts of the module that depend on it.
final class GraphAttachments: Sendable {
  private struct State {
    var objects: [ObjectIdentifier: any AnyObject & Sendable] = [:]
    var followers: [any CommitFollower] = []
  }

  private let state = Guarded(State())

  /// The attached objects that follow commits.
  var followers: [any CommitFollower] { state.withLock { $0.followers } }

  /// Returns the attached object of this class. The first call creates it.
  func object<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
    let identifier = ObjectIdentifier(Object.self)
    if let known = state.withLock({ $0.objects[identifier] }) as? Object { return known }
    let made = make()
    return state.withLock { state in
      if let known = state.objects[identifier] as? Object { return known }
      state.objects[identifier] = made
      if let follower = made as? any CommitFollower { state.followers.append(follower) }
      return made
    }
  }
}
