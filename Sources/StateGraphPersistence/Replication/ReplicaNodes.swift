import StateGraphCore
import StateGraphSQLite
import Synchronization

/// The nodes of a database as a replica. They follow the commits of all programs.
///
/// All of them depend on one node, which reads the file. In a file that is no replica, a commit of
/// rows invalidates no node.
final class ReplicaNodes: CommitFollower {
  /// What the file contains, and whether a replicator runs. It is nil if the file is not a replica.
  struct State: Equatable, Sendable {
    let stored: ReplicaState
    /// Whether a process holds the lock of the file's replicator. A process that was killed does
    /// not.
    let isReplicating: Bool
  }

  let state: Computed<State?>
  let status: Computed<ReplicationStatus>
  let pending: Computed<Int>
  let lag: Computed<ReplicationLag>
  let refused: Computed<[RefusedWrite]>
  private let signal: Signal
  private let knowledge: Knowledge

  private static let tables = [LibraryTable.replica, LibraryTable.refused].map { ByteText($0) }

  /// What the last evaluation has found.
  private final class Knowledge: Sendable {
    let isReplica = Atomic<Bool>(false)
  }

  init(of graph: DatabaseGraph, _ database: ReplicaDatabase) {
    let (signal, knowledge) = (Signal(keeping: SignalName("replica")), Knowledge())
    let state = Computed<State?>(name: "replica") { [weak graph] _ in
      // Inside a write or a snapshot, the result is not cached, so that it needs no dependency.
      if !UncommittedValues.areVisible { signal.depend() }
      do {
        let found = try ReplicaNodes.read(try database.get())
        if found != nil { knowledge.isReplica.store(true, ordering: .relaxed) }
        return found
      } catch {
        graph?.report(error, while: "reading the state of a replica")
        return nil
      }
    }
    (self.signal, self.knowledge, self.state) = (signal, knowledge, state)
    status = Computed(name: "status") { _ in ReplicationStatus(state.wrappedValue) }
    lag = Computed(name: "lag") { _ in ReplicationLag(state.wrappedValue?.stored) }
    pending = Computed(name: "pending") { _ in
      guard let stored = state.wrappedValue?.stored else { return 0 }
      return Int(clamping: stored.newest - stored.decided)
    }
    refused = Computed(name: "refused") { _ in
      let stored = state.wrappedValue?.stored.refused ?? []
      return stored.map { RefusedWrite($0, in: database) }
    }
  }

  private static func read(_ database: Database) throws -> State? {
    guard let stored = try StoredReplica(database).readState() else { return nil }
    let isReplicating =
      stored.report.isRunning
      && NamedLock.isHeld(StoredReplica.replicatorLock, beside: database.location)
    return State(stored: stored, isReplicating: isReplicating)
  }

  // MARK: Commits

  func didCommit(_ changeSet: ChangeSet, in database: Database, epoch: inout GraphEpoch) {
    // Each commit of a replica may add a pending write.
    guard
      knowledge.isReplica.load(ordering: .relaxed) || changeSet.schemaChanged
        || ReplicaNodes.tables.contains(where: { changeSet.hasChanges(of: $0) })
    else { return }
    epoch.touch(signal)
  }

  func didRollBack(in database: Database) {}

  func knownTable(_ name: String) -> TableSchema? { nil }
}

extension DatabaseGraph {
  /// The nodes of the database as a replica.
  func replicaNodes(of database: Database) -> ReplicaNodes {
    attachments.object { ReplicaNodes(of: self, ReplicaDatabase(database)) }
  }
}
