import StateGraphNormalization
import StateGraphSQLite

/// Stores the entities of an ``EntityStore`` in a database table.
final class TableBacking<Element: Entity>: EntityStoreBacking {
  /// A strong reference, so that the database stays open for as long as the store exists.
  let database: Database
  let table: EntityTable<Element>

  init(_ database: Database) throws {
    self.database = database
    table = try DatabaseGraph.of(database).table(for: Element.self)
  }

  func add(_ entities: [Element]) {
    database.writeWithoutThrowing { try table.add(entities, in: database) }
  }

  /// Inserts an entity in a transaction of its own, or inside the open write.
  ///
  /// - Throws: `DatabaseError`. The entity then has no row, except after `.notDurable`.
  func insert(_ entity: Element, onConflict conflict: KeyConflict) throws {
    try insert([entity], onConflict: conflict)
  }

  /// Inserts entities in a transaction of their own. Inside an open write, inserts them in a nested
  /// write.
  ///
  /// - Throws: `DatabaseError`. None of the entities then has a row, except after `.notDurable`.
  func insert(_ entities: [Element], onConflict conflict: KeyConflict) throws {
    try database.write { try table.add(entities, onConflict: conflict, in: database) }
  }

  func get(by id: Element.TypedID) -> Element? {
    table.presence.depend(on: id.raw.rowKey)
    return reporting(nil) { try table.find(id.raw.rowKey) }
  }

  func getAll() -> [Element] {
    table.membership.depend()
    return reporting([]) { try table.loadAll() }
  }

  func contains(_ id: Element.TypedID) -> Bool {
    table.presence.depend(on: id.raw.rowKey)
    return reporting(false) {
      try database.withReader {
        let statement = try $0.prepare(table.layout.existence, binding: id.raw.rowKey)
        defer { statement.reset() }
        return try statement.step()
      }
    }
  }

  var count: Int {
    table.membership.depend()
    return reporting(0) {
      let found = try database.withReader {
        try $0.firstValue("SELECT count(*) FROM \(table: table.name)")
      }
      guard case .integer(let count) = found else { return 0 }
      return Int(count)
    }
  }

  func modify(_ id: Element.TypedID, body: (Element) -> Void) -> Bool {
    var found = false
    database.writeWithoutThrowing {
      guard let entity = try table.find(id.raw.rowKey) else { return }
      body(entity)
      found = true
    }
    return found
  }

  func updateOrCreate<Failure: Error>(
    id: Element.TypedID,
    update: (inout Element) throws(Failure) -> Void,
    create: () throws(Failure) -> Element
  ) throws(Failure) -> Element? {
    var outcome: Result<Element, Failure>?
    let isWritten = database.writeWithoutThrowing {
      do {
        // A write of its own, so that an error of a closure undoes only the closure's changes.
        try database.write {
          let existing = try table.find(id.raw.rowKey)
          outcome = Result { () throws(Failure) in
            guard var changed = existing else { return try create() }
            try update(&changed)
            return changed
          }
          let result = try outcome?.get()
          if let result, result !== existing { try table.add([result], in: database) }
        }
      } catch {
        guard case .failure = outcome else { throw error }
      }
    }
    guard isWritten, let outcome else { return nil }
    return try outcome.get()
  }

  func delete(_ id: Element.TypedID) -> Bool {
    var deleted = false
    database.writeWithoutThrowing { deleted = try table.delete(id.raw.rowKey, in: database) }
    return deleted
  }

  /// Deletes a row in a transaction of its own, or inside the open write. Returns whether the row
  /// existed.
  ///
  /// - Throws: `DatabaseError`. The row then still exists, except after `.notDurable`.
  func remove(_ id: Element.TypedID) throws -> Bool {
    try database.write { try table.delete(id.raw.rowKey, in: database) }
  }

  /// Deletes the row of an entity. Returns whether the entity had a row. Call inside a write.
  func remove(_ entity: Element) throws -> Bool {
    let state = entity._$entity
    try table.graph.requireOwn(state)
    guard state.attachment != nil, !UnusableEntity.isDeletedForThread(state) else { return false }
    return try table.delete(entity._$key, in: database)
  }

  /// Runs `body`, which reads the table.
  ///
  /// If `body` throws, logs the error and returns `fallback`, because the store's functions do not
  /// throw.
  private func reporting<Result>(_ fallback: Result, body: () throws -> Result) -> Result {
    do {
      return try body()
    } catch {
      table.graph.report(error, while: "reading \(table.name)")
      return fallback
    }
  }
}
