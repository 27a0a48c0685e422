/// The file of a database as a replica of a server: writes what the server has committed, and keeps
/// the local writes on top of it until the server decides them.
///
/// A file has one replicator, so that one object of this type is used for it at a time. The methods
/// block the calling thread, as every write does. Observers are called as for any other write, and
/// only for rows that differ afterwards.
///
/// Only the replicator's thread may use this object.
package final class ReplicaFile {
  private let database: Database
  /// The tables in which a change of a row that another machine has changed is refused.
  private let refusesChanged: Set<ByteText>
  /// What is known about the file. Nil before the first batch, and after an error.
  private var memory: ReplicaMemory?

  /// - Parameters:
  ///   - database: The database of a replicated file.
  ///   - refusesChanged: The names of the tables in which the server refuses a change of a row that
  ///     another machine has changed since. In the other tables, the last change of a column wins.
  package init(_ database: Database, refusesChanged: [String] = []) {
    self.database = database
    self.refusesChanged = Set(refusesChanged.map { ByteText($0) })
  }

  /// Writes transactions of the server into the file, as one transaction.
  ///
  /// Transactions up to the file's position are left out, because the file contains them already.
  ///
  /// - Parameters:
  ///   - transactions: Transactions in the order of the server.
  ///   - schemaVersion: The version of the file's schema for which the changes were made. Nil
  ///     accepts each version.
  ///   - newest: The last transaction, in the form of ``Replica/newest``. Nil keeps the stored
  ///     transaction.
  ///   - sentColumns: The columns that the server has too, by the name of the table. A table
  ///     without an entry has all its columns there.
  /// - Throws: ``ReplicaSchemaChanged`` for another version. `.schemaMismatch` if a rule of the
  ///   file refuses a row of the server. `.replicaDiverged` if the file lacks a row or a local
  ///   transaction that the server refers to. Also the errors of a write. Nothing is written then,
  ///   except after `.notDurable`.
  package func apply(
    _ transactions: [ServerCommit],
    schemaVersion: Int64? = nil,
    newest: [UInt8]? = nil,
    sentColumns: [ByteText: Set<Int>] = [:]
  ) throws {
    guard let position = try StoredReplica(database).read()?.position else {
      throw ReplicaError.noReplica
    }
    let new = transactions.filter { $0.position > position }
    guard let last = new.last else { return }
    try run(at: last.position, schemaVersion, sentColumns: sentColumns) {
      replica,
      run,
      memory,
      writer in
      if let newest { try ReplicaTable.setNewest(newest, on: writer) }
      let decisions = new.compactMap(\.decision).filter { $0.sequence > replica.decided }
      let stage = CommitStage(
        transactions: new,
        tables: memory.tables,
        connection: writer
      )
      return try run.apply(decisions, mustReplay: false, stage: stage)
    }
  }

  /// Writes the differences between the server and the file, as one transaction.
  ///
  /// - Parameters:
  ///   - copy: The server's tables.
  ///   - position: The server's position as of the copy.
  ///   - decisions: The server's decisions about all local transactions that it has decided, as of
  ///     the copy.
  ///   - schema: The schema of the file for which the copy was made. Nil accepts each one.
  ///   - windowSize: The number of rows that are compared together and are in memory meanwhile.
  ///   - update: Changes what the file knows about the server and about its own identity.
  /// - Throws: As ``apply(_:schemaVersion:)``.
  package func reconcile(
    with copy: any ServerCopy,
    at position: ServerPosition,
    decisions: [PushDecision],
    schema: ReplicaSchema? = nil,
    windowSize: Int = 1_000,
    updating update: @escaping (inout Replica) -> Void = { _ in }
  ) throws {
    let change = { (replica: inout Replica) in
      // The next transaction comes from a new slot.
      replica.newest = []
      update(&replica)
      // The comparison does not know what a migration has changed meanwhile.
      let known = schema?.replica.uncomparedMigrations ?? replica.uncomparedMigrations
      replica.uncomparedMigrations = max(0, replica.uncomparedMigrations - known)
    }
    try run(at: position, schema?.version, updating: change) { replica, run, memory, writer in
      let stage = ComparisonStage(
        copy: copy,
        tables: memory.tables,
        connection: writer,
        windowSize: windowSize
      )
      let new = decisions.filter { $0.sequence > replica.decided }
      return try run.apply(new, mustReplay: !memory.pending.isEmpty, stage: stage)
    }
  }

  /// Writes decisions of the server about local transactions, without changes of rows, before the
  /// file is reconciled.
  ///
  /// - Throws: As ``apply(_:schemaVersion:)``.
  package func decide(
    _ decisions: [PushDecision],
    updating update: @escaping (inout Replica) -> Void
  ) throws {
    guard let position = try StoredReplica(database).read()?.position else {
      throw ReplicaError.noReplica
    }
    let change = { (replica: inout Replica) in
      update(&replica)
      replica.mustReconcile = true
    }
    try run(at: position, updating: change) { replica, run, memory, writer in
      let stage = CommitStage(transactions: [], tables: memory.tables, connection: writer)
      let new = decisions.filter { $0.sequence > replica.decided }
      return try run.apply(new, mustReplay: false, stage: stage)
    }
  }

  // MARK: Refused writes

  /// Makes a refused write again, as a new local write.
  ///
  /// - Throws: `.misuse` if there is no such write. `.constraint` if it does not fit the rows of
  ///   the file now. It is kept then.
  package func sendAgain(_ sequence: Int64) throws {
    try database.write {
      let writer = try database.writers.requireOpenTransaction(in: database)
      let refused = RefusedTransactions(connection: writer)
      guard try refused.contains(sequence) else { throw RebaseError.unknownRefusal(sequence) }
      var changes: [PendingChange] = []
      try refused.forEachChange(of: sequence) { changes.append($0) }
      let replica = try ReplicaTable.read(on: writer)
      let replay = PendingReplay(
        writer: writer,
        tables: try ReplicatedTables(of: replica, on: writer),
        refusesChanged: []
      )
      if let reason = try writer.withoutForeignKeys({ try replay.run(changes) }) {
        throw RebaseError.refusedAgain(reason)
      }
      try refused.discard(sequence)
    }
  }

  /// Forgets a refused write. Does nothing if there is no such write.
  package func discardRefused(_ sequence: Int64) throws {
    try database.write {
      let writer = try database.writers.requireOpenTransaction(in: database)
      try RefusedTransactions(connection: writer).discard(sequence)
    }
  }

  private func run(
    at position: ServerPosition,
    _ schemaVersion: Int64? = nil,
    sentColumns: [ByteText: Set<Int>] = [:],
    updating update: ((inout Replica) -> Void)? = nil,
    body: (Replica, BatchRun, ReplicaMemory, WriterConnection) throws -> Int64
  ) throws {
    let known = memory
    // An error discards what is known, because the transaction is undone.
    memory = nil
    memory = try StoredReplica(database).write(at: position) { write in
      let replica = try write.replica()
      let version = try ReplicaSchema.version(on: write.connection)
      guard schemaVersion == nil || schemaVersion == version else { throw ReplicaSchemaChanged() }
      let memory = try currentMemory(known, replica: replica, version: version, write: write)
      let run = BatchRun(
        writer: write.writer,
        outbox: try write.outbox(),
        memory: memory,
        decidedBefore: replica.decided,
        refusesChanged: refusesChanged,
        sentColumns: sentColumns
      )
      let decided = try body(replica, run, memory, write.writer)
      if decided > replica.decided { try write.markDecided(through: decided) }
      if let update { try write.update(update) }
      return memory
    }
  }

  private func currentMemory(
    _ known: ReplicaMemory?,
    replica: Replica,
    version: Int64,
    write: ReplicaWrite
  ) throws -> ReplicaMemory {
    guard let known, known.schemaVersion == version else {
      return try ReplicaMemory(replica, outbox: write.outbox(), on: write.connection)
    }
    try known.readNewTransactions(after: replica.decided, in: write.outbox())
    return known
  }
}
