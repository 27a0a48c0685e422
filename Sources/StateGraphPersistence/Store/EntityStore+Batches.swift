public import StateGraphNormalization
import StateGraphSQLite

extension EntityStore where Element: Entity {
  /// Inserts several entities in one transaction: all of them, or none.
  ///
  /// Observers are called once. Inside an open `Database.write`, the insertion is a nested write.
  /// If the nested write fails, only its insertions are undone, and the outer write can go on.
  ///
  /// - Throws: The errors of ``insert(_:)``, for the first entity that cannot be inserted. No
  ///   entity is inserted then, except after `.notDurable`.
  public func insert(contentsOf entities: some Sequence<Element>) throws {
    try write(Array(entities), onConflict: .fail)
  }

  /// Inserts several entities, or overwrites the rows that have their identifiers, in one
  /// transaction: all of them, or none.
  ///
  /// - Throws: The errors of ``upsert(_:)``, for the first entity that cannot be written. No entity
  ///   is written then, except after `.notDurable`.
  public func upsert(contentsOf entities: some Sequence<Element>) throws {
    try write(Array(entities), onConflict: .overwrite)
  }

  /// Inserts the entities of an asynchronous sequence, in one transaction for each batch.
  ///
  /// The method asks the sequence for the next entity only after the batch before it is committed.
  /// The method therefore retains at most `batchSize` entities, and a slow disk slows the sequence
  /// down. The last batch may be smaller. The transactions run on a thread of the database, as in
  /// the asynchronous `Database.write`. Other writes can run between two batches.
  ///
  /// If the sequence throws, an entity cannot be inserted, or the task is cancelled, the batches
  /// that are already committed remain, and no entity of the unfinished batch is inserted.
  /// `didCommit` has then reported how many entities remain. A batch after which the method throws
  /// `.notDurable` is committed, and is reported, too.
  ///
  /// - Parameters:
  ///   - source: The entities. The method reads them in order, on the actor of its caller.
  ///   - batchSize: The number of entities in a transaction, at least 1.
  ///   - isolation: The actor of the caller. Leave out this argument.
  ///   - didCommit: A closure that is called after each batch. It receives the number of entities
  ///     that all batches up to this one have inserted.
  /// - Returns: The number of inserted entities.
  /// - Throws: The errors of the sequence, `CancellationError`, and the errors of ``insert(_:)``.
  @discardableResult
  public func insert<Source: AsyncSequence>(
    contentsOf source: Source,
    batchSize: Int = 1_000,
    isolation: isolated (any Actor)? = #isolation,
    didCommit: ((Int) -> Void)? = nil
  ) async throws -> Int where Source.Element == Element {
    try await write(
      source,
      batchSize: batchSize,
      conflict: .fail,
      isolation: isolation,
      didCommit: didCommit
    )
  }

  /// Inserts the entities of an asynchronous sequence, or overwrites the rows that have their
  /// identifiers, in one transaction for each batch.
  ///
  /// Batches, failures and cancellation work as in
  /// ``insert(contentsOf:batchSize:isolation:didCommit:)``. After a failure, the same sequence can
  /// be written again from its beginning.
  ///
  /// - Parameters:
  ///   - source: The entities. The method reads them in order, on the actor of its caller.
  ///   - batchSize: The number of entities in a transaction, at least 1.
  ///   - isolation: The actor of the caller. Leave out this argument.
  ///   - didCommit: A closure that is called after each batch. It receives the number of entities
  ///     that all batches up to this one have written.
  /// - Returns: The number of entities in the sequence.
  /// - Throws: The errors of the sequence, `CancellationError`, and the errors of ``upsert(_:)``.
  @discardableResult
  public func upsert<Source: AsyncSequence>(
    contentsOf source: Source,
    batchSize: Int = 1_000,
    isolation: isolated (any Actor)? = #isolation,
    didCommit: ((Int) -> Void)? = nil
  ) async throws -> Int where Source.Element == Element {
    try await write(
      source,
      batchSize: batchSize,
      conflict: .overwrite,
      isolation: isolation,
      didCommit: didCommit
    )
  }

  private func write(_ entities: [Element], onConflict conflict: KeyConflict) throws {
    if entities.isEmpty { return }
    if let table = backing as? TableBacking<Element> {
      return try table.insert(entities, onConflict: conflict)
    }
    guard conflict == .fail else { return add(entities) }
    guard addIfAllAbsent(entities) else { throw DatabaseError.isInStoreAlready(Element.self) }
  }

  private func write<Source: AsyncSequence>(
    _ source: Source,
    batchSize: Int,
    conflict: KeyConflict,
    isolation: isolated (any Actor)?,
    didCommit: ((Int) -> Void)?
  ) async throws -> Int where Source.Element == Element {
    guard batchSize > 0 else {
      throw DatabaseError(
        .misuse,
        "A batch of \(batchSize) entities was requested.",
        remedy: "Pass a batch size of at least 1."
      )
    }
    var batch: [Element] = []
    var count = 0
    for try await entity in source {
      try Task.checkCancellation()
      batch.append(entity)
      guard batch.count == batchSize else { continue }
      let failure = try await commit(batch, conflict: conflict)
      count += batch.count
      batch = []
      didCommit?(count)
      if let failure { throw failure }
    }
    // Many sequences end early without an error when their task is cancelled. The last batch may
    // then be incomplete, and must not be inserted.
    try Task.checkCancellation()
    guard !batch.isEmpty else { return count }
    let failure = try await commit(batch, conflict: conflict)
    count += batch.count
    didCommit?(count)
    if let failure { throw failure }
    return count
  }

  /// Returns the error `.notDurable` if the batch is committed, but not durable.
  private func commit(_ batch: [Element], conflict: KeyConflict) async throws -> DatabaseError? {
    guard let table = backing as? TableBacking<Element> else {
      try write(batch, onConflict: conflict)
      return nil
    }
    do {
      try await table.database.write { try table.insert(batch, onConflict: conflict) }
    } catch let error as DatabaseError where error.code == .notDurable {
      return error
    }
    return nil
  }
}
