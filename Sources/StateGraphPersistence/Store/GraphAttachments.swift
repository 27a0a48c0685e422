import StateGraphCore
import StateGraphSQLite
import StateGraphThreads

/// An object that updates its data for each commit, such as the registry of live queries.
///
/// The thread that holds the write lock calls all functions. They must not run user code.
protocol CommitFollower: AnyObject, Sendable {
  /// Updates the follower's data for a commit.
  ///
  /// When it is called, the entities in memory and the stored query results are already up to date.
  func didCommit(_ changeSet: ChangeSet, in database: Database, epoch: inout GraphEpoch)

  /// Undoes the follower's changes after a rollback of the transaction, or of its innermost nested
  /// write.
  func didRollBack(in database: Database)

  /// Returns the schema of the table with this name, as of the last commit.
  ///
  /// Returns `nil` if the follower does not use the table.
  func knownTable(_ name: String) -> TableSchema?
}

/// The objects that other parts of the module keep for a database or for a layout, at most one of
/// each class.
///
/// The registries of live queries and of cells are stored here. The graph then does not depend on
/// parts of the module that depend on the graph.
final class GraphAttachments: Sendable {
  private struct State {
    var objects: [ObjectIdentifier: any AnyObject & Sendable] = [:]
    var followers: [any CommitFollower] = []
  }

  private let state = Guarded(State())

  /// The attached objects that update their data for each commit.
  var followers: [any CommitFollower] { state.withLock { $0.followers } }

  /// Returns the attached object of this class. The first call creates it.
  ///
  /// If two threads create the object at the same time, both get the same one.
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
