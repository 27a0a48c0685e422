#if PostgreSQL
import StateGraphReplication
import StateGraphRows
import StateGraphSQLite

/// The file's side of a replicator, on a thread of its own, because reads and writes of the file
/// block.
actor FileWorker {
  private let thread: ConnectionThread
  private let database: Database
  private let file: ReplicaFile
  private let options: ReplicatorOptions
  private let wakeup: Wakeup
  /// The tables as of the newest connection, or nil before the first one.
  private var schema: ReplicatedSchema?
  /// The server's catalogue as of the newest connection or comparison, or nil before the first one.
  private(set) var catalogMark: ServerCatalogMark?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  init(_ database: Database, options: ReplicatorOptions) throws(ReplicationError) {
    (self.database, self.options) = (database, options)
    thread = try ConnectionThread()
    wakeup = try Wakeup()
    file = ReplicaFile(database, refusesChanged: options.refusesChanged)
  }

  /// Ends each wait for the server. It throws `.interrupted`.
  nonisolated func interrupt() { wakeup.signal() }

  /// Undoes ``interrupt()``, so that a replicator can run again after its task was cancelled.
  nonisolated func resume() { wakeup.clear() }

  // MARK: The schema

  /// Reads the tables of the file and of the server again.
  ///
  /// - Throws: `.needsReconcile` if they, or the server, are not those of the last comparison.
  func connect() throws -> ReplicatedSchema {
    let connection = try PostgreSQLConnection(
      options.server,
      isReplicating: false,
      wakeup: wakeup
    )
    let schema = try readSchema(connection)
    guard let known = ServerOfFile(String(decoding: try replica().server, as: UTF8.self)) else {
      return schema
    }
    guard try ServerCatalog(connection: connection).serverID() == known.id else {
      throw FileWorker.mustReconcile("The server's database is not the one that the file knows.")
    }
    guard mapping(of: schema) == known.mapping else {
      throw FileWorker.mustReconcile("The tables of the file or of the server have changed.")
    }
    return schema
  }

  private func mapping(of schema: ReplicatedSchema) -> String {
    "\(schema.fingerprint)-\(catalogMark?.text ?? "")"
  }

  /// Remembers that the file must be compared, also if the next comparison fails.
  func requireComparison() throws { try file.decide([]) { _ in } }

  private static func mustReconcile(_ reason: String) -> ReplicationError {
    ReplicationError(.needsReconcile, reason, remedy: "Reconcile the file.")
  }

  @discardableResult
  private func readSchema(_ connection: PostgreSQLConnection) throws -> ReplicatedSchema {
    try readSchema(of: try StoredReplica(database).readSchema(), connection)
  }

  private func readSchema(
    of file: ReplicaSchema,
    _ connection: PostgreSQLConnection
  ) throws -> ReplicatedSchema {
    let catalog = ServerCatalog(connection: connection)
    let schema = try ReplicatedSchema(file.tables, fileVersion: file.version) {
      table throws(ReplicationError) in
      try catalog.requireFeed(of: table)
      return try catalog.columns(of: table)
    }
    try requireKnown(options.refusesChanged, in: file.replica)
    try ServerPublication(name: options.publication, connection: connection).requireAll(of: schema)
    catalogMark = try ServerCatalogMark(of: schema, publication: options.publication, connection)
    self.schema = schema
    return schema
  }

  /// If a name is misspelt, the last change of a row would win, and nobody would notice.
  private func requireKnown(
    _ names: [String],
    in replica: Replica
  ) throws(ReplicationError) {
    for name in names where !replica.tables.contains(where: { ByteText($0) == ByteText(name) }) {
      throw ReplicationError(
        .schemaMismatch,
        "The file does not replicate the table \(name), for which changed rows were to be refused.",
        remedy: "Name one of the tables \(replica.tables.joined(separator: ", "))."
      )
    }
  }

  func replica() throws -> Replica {
    guard let replica = try StoredReplica(database).read() else {
      throw ReplicationError(
        .schemaMismatch,
        "The file is not a replica.",
        remedy: "Run stategraph-sync init."
      )
    }
    return replica
  }

  /// Stores what the replicator does, for the programs that have the file open.
  ///
  /// Where the file cannot be written, it keeps what was stored before. The status that the
  /// replicator reports to its own program has the error then.
  func report(
    _ state: ReplicaReport.State,
    because reason: String = "",
    serverEnd: LogPosition? = nil
  ) {
    let now = database.configuration.transactionClock
    try? StoredReplica(database).report { report in
      report.changing(
        to: state,
        because: ByteText(reason),
        serverEnd: serverEnd.map { ServerPosition($0.rawValue) }
      ) { now().value }
    }
  }

  // MARK: The feed

  /// Writes a batch of the feed into the file, and flushes the file.
  ///
  /// - Returns: The position before which the disk has everything.
  /// - Throws: `ReplicaSchemaChanged` if the file's schema has changed since the connection.
  func apply(_ batch: FeedBatch) throws -> LogPosition {
    guard let schema else { return .zero }
    let echo = PushEcho(client: UUIDText.text(of: try replica().client))
    var commits = try batch.transactions.map { transaction in
      ServerCommit(
        position: ServerPosition(transaction.end.rawValue),
        changes: FeedChanges(transaction: transaction, tables: schema.fileTables),
        decision: try echo.decision(in: transaction)
      )
    }
    let end = ServerPosition(batch.end.rawValue)
    if commits.last.map({ $0.position < end }) ?? true {
      commits.append(ServerCommit(position: end, changes: [ServerChange]()))
    }
    let newest = batch.transactions.last.map { Array($0.mark.text.utf8) }
    try file.apply(
      commits,
      schemaVersion: schema.fileVersion,
      newest: newest,
      sentColumns: schema.sentColumns
    )
    try options.flush(database)
    return batch.end
  }

  // MARK: The outbox

  /// Returns the pending transactions after a number, for a push. The local log is flushed before,
  /// so that a power loss cannot give their numbers to other transactions.
  ///
  /// - Throws: `ReplicaSchemaChanged` if the file's schema has changed since the connection.
  func pending(after sequence: Int64) throws -> [OutgoingTransaction] {
    guard let schema else { return [] }
    let maker = PatchMaker(
      tables: schema.byName,
      refusesChanged: Set(options.refusesChanged.map { ByteText($0) })
    )
    let (limit, byteLimit) = (options.pushLimit, options.pushByteLimit)
    let transactions = try StoredReplica(database).readOutbox { outbox in
      guard try outbox.schemaVersion() == schema.fileVersion else { throw ReplicaSchemaChanged() }
      var made: [OutgoingTransaction] = []
      var byteCount = 0
      var next = try outbox.first(after: sequence)
      while let transaction = next, made.count < limit, byteCount < byteLimit {
        let outgoing = try OutgoingTransaction(transaction, in: outbox, with: maker)
        byteCount += outgoing.byteCount
        made.append(outgoing)
        next = try outbox.next(after: transaction)
      }
      return made
    }
    if !transactions.isEmpty { try options.flush(database) }
    return transactions
  }

  /// The number of the newest local transaction.
  func newestSequence() throws -> Int64 {
    try StoredReplica(database).readOutbox { try $0.newestSeq() }
  }

  /// Returns the id of a pending transaction, or nil if there is none with the number.
  func identifier(of sequence: Int64) throws -> String? {
    try StoredReplica(database).readOutbox { outbox in
      guard let found = try outbox.first(after: sequence - 1), found.seq == sequence else {
        return nil
      }
      return UUIDText.text(of: found.id.bytes)
    }
  }

  // MARK: Reconciling

  /// Compares the file with a complete copy of the server, and replaces the file's slot.
  ///
  /// - Parameter show: Called on the thread of the worker when the comparison begins, and while the
  ///   server lets the slot wait.
  func reconcile(show: @Sendable (ReplicaStatus) -> Void) throws {
    // The identity comes first: the slot of a copied file belongs to the other machine.
    let replica = try replicaWithIdentity()
    let reading = try PostgreSQLConnection(options.feed, isReplicating: false, wakeup: wakeup)
    let catalog = ServerCatalog(connection: reading)
    // What cannot be compared leaves the slot as it is.
    try readComparable(of: StoredReplica(database).readSchema(), reading)
    let storage = try catalogMark?.storage(reading)
    show(.reconciling)
    report(.comparing)
    let replicating = try PostgreSQLConnection(options.feed, isReplicating: true, wakeup: wakeup)
    let system = try replicating.identifySystem()
    let slot = try SlotName.ofFile(with: replica.client)
    try drop(slot, connection: replicating)
    let created = try create(slot, connection: replicating, show: show)
    // The snapshot ends with the connection that has created the slot.
    try withExtendedLifetime(replicating) {
      try TableCopy.begin(reading, snapshot: created.snapshot)
    }
    let fileSchema = try StoredReplica(database).readSchema()
    let schema = try readComparable(of: fileSchema, reading)
    let copy = try SpooledCopy(of: schema.parentsFirst, reading, in: options.spoolDirectory)
    let decisions = try catalog.decisions(
      of: UUIDText.text(of: replica.client),
      after: replica.decided
    )
    let server = try ServerOfFile(
      system,
      id: catalog.serverID(),
      mapping: mapping(of: schema),
      columns: schema.columnMarks
    )
    try TableCopy.end(reading)
    // The snapshot of the copy shows a table that was written anew since then as empty.
    guard try catalogMark?.storage(reading) == storage else {
      throw FileWorker.mustReconcile("A table of the server was written anew during its copy.")
    }
    try file.reconcile(
      with: copy,
      at: ServerPosition(created.position.rawValue),
      decisions: decisions,
      schema: fileSchema
    ) { $0.server = Array(server.text.utf8) }
    try options.flush(database)
  }

  /// Reads the tables, and checks that a copy has all their rows and replicated columns.
  @discardableResult
  private func readComparable(
    of file: ReplicaSchema,
    _ connection: PostgreSQLConnection
  ) throws -> ReplicatedSchema {
    let schema = try readSchema(of: file, connection)
    let known = ServerOfFile(String(decoding: file.replica.server, as: UTF8.self))
    try schema.requireColumns(known?.columns ?? [])
    try ServerCatalog(connection: connection).requireAllRows(of: schema)
    return schema
  }

  private func create(
    _ slot: SlotName,
    connection: PostgreSQLConnection,
    show: (ReplicaStatus) -> Void
  ) throws -> CreatedSlot {
    func become(_ status: ReplicaStatus) {
      show(status)
      report(status.storedState, because: status.storedReason)
    }
    var hasWaited = false
    let created = try connection.createSlot(slot) { wait in
      hasWaited = true
      become(.waitingForWriters(wait))
    }
    if hasWaited { become(.reconciling) }
    return created
  }

  /// Drops a slot. Does nothing if there is no such slot.
  func drop(_ slot: SlotName) throws {
    try drop(
      slot,
      connection: try PostgreSQLConnection(options.feed, isReplicating: true, wakeup: wakeup)
    )
  }

  private func drop(_ slot: SlotName, connection: PostgreSQLConnection) throws {
    do throws(ReplicationError) {
      try connection.dropSlot(slot)
    } catch {
      guard error.sqlState == .undefinedObject else { throw error }
    }
  }

  /// Gives the file a new identity if the server's decisions are not about its writes.
  ///
  /// The server binds a new identity to the role of the connection, which must be that of the
  /// pushes.
  private func replicaWithIdentity() throws -> Replica {
    let connection = try PostgreSQLConnection(
      options.server,
      isReplicating: false,
      wakeup: wakeup
    )
    let catalog = ServerCatalog(connection: connection)
    let replica = try replica()
    let identity = try clientIdentity(of: replica, catalog)
    guard identity.needsNewClient else { return replica }
    let new = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    try connection.registerClient(UUIDText.text(of: new), decided: identity.decided)
    let decisions = try catalog.decisions(
      of: UUIDText.text(of: replica.client),
      after: replica.decided
    )
    .filter { $0.sequence <= identity.decided }
    .completed(through: identity.decided, after: replica.decided)
    try file.decide(decisions) { $0.client = new }
    return try self.replica()
  }

  private func clientIdentity(
    of replica: Replica,
    _ catalog: ServerCatalog
  ) throws -> ClientIdentity {
    let client = UUIDText.text(of: replica.client)
    return try ClientIdentity(
      local: replica.decided,
      server: try catalog.decided(of: client),
      comparison: { sequence in
        ClientIdentity.Comparison(
          own: try identifier(of: sequence),
          server: try catalog.connection.identifier(ofDecided: sequence, from: client)
        )
      }
    )
  }
}

extension [PushDecision] {
  /// Returns these refusals together with the decision about the other transactions up to
  /// `sequence`, which were applied.
  fileprivate func completed(through sequence: Int64, after decided: Int64) -> [PushDecision] {
    let last = self.last?.sequence ?? decided
    return sequence > last ? self + [.applied(through: sequence)] : self
  }
}
#endif
