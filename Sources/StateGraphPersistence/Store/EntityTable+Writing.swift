import StateGraph
import StateGraphSQLite
import StateGraphThreads

extension EntityTable {
  func update(
    column index: Int,
    of state: EntityState,
    key: SQLiteValue,
    to value: SQLiteValue
  ) {
    let database: Database
    do {
      database = try graph.database()
    } catch {
      graph.report(error, while: "writing \(name)")
      return
    }
    let current = withoutGraphTracking { state.value(index) }
    if current.isIdentical(to: value), !state.isDeleted { return }
    database.writeWithoutThrowing {
      guard !state.isDeleted else { throw deletedError }
      let layout = layout
      let column = layout.table.columns[layout.columnIndexes[index]].name
      let changed = try database.execute(
        """
        UPDATE \(table: layout.table.name) SET \(column: column) = \(value)
        WHERE \(layout.matches(key))
        """
      )
      guard changed > 0 else { throw deletedError }
    }
  }

  /// Inserts the entities, or writes their values over the rows of their keys. Call inside a write.
  func add(_ entities: [Element], in database: Database) throws {
    let layout = layout
    for entity in entities {
      let state = entity._$entity
      let key = entity._$key
      if let attachment = state.attachment {
        guard attachment.table === self, !state.isDeleted else {
          throw DatabaseError(
            .misuse,
            "An entity that was deleted or is in another database cannot be added.",
            remedy: "Make a new one with its values."
          )
        }
        try restore(state, key, in: database)
        continue
      }
      let values = state.valuesToInsert()
      try database.execute(layout.upsert(key, values))
      var epoch = GraphEpoch()
      state.adopt(entity)
      state.attach(EntityAttachment(table: self, key: key), values: values, in: &epoch)
      identities.withLock {
        $0.pending.insert(state, for: key, at: database.changePosition, isLoaded: false)
      }
      epoch.publish()
    }
  }

  /// Writes the row of an attached entity again, where this very write has deleted it.
  private func restore(_ state: EntityState, _ key: SQLiteValue, in database: Database) throws {
    guard database.uncommittedChange(table: name, key: RowKey(key)) != nil else { return }
    let layout = layout
    let found = try database.read {
      try $0.firstValue(
        "SELECT 1 FROM \(table: layout.table.name) WHERE \(layout.matches(key))"
      )
    }
    if found == nil { try database.execute(layout.upsert(key, state.valuesToInsert())) }
  }

  func delete(_ key: SQLiteValue, in database: Database) throws -> Bool {
    let layout = layout
    return try database.execute(
      "DELETE FROM \(table: layout.table.name) WHERE \(layout.matches(key))"
    ) > 0
  }

  private var deletedError: DatabaseError {
    DatabaseError(
      .deletedEntity,
      "A row of \(name) was written after it had been deleted.",
      remedy: "Check isDeleted, or add a new entity."
    )
  }
}

extension EntityLayout {
  /// An upsert rather than REPLACE, which would delete the row first and its children with it.
  fileprivate func upsert(_ key: SQLiteValue, _ values: [SQLiteValue]) -> SQL {
    let keyName = table.columns[keyIndex].name
    let names = columnIndexes.map { table.columns[$0].name }
    let bound = ([key] + values).map { value -> SQL in "\(value)" }
    let sets = names.map { name -> SQL in "\(column: name) = excluded.\(column: name)" }
    let action: SQL = sets.isEmpty ? "NOTHING" : "UPDATE SET \(sets, separator: ", ")"
    return """
      INSERT INTO \(table: table.name) (\(columns: [keyName] + names))
      VALUES (\(bound, separator: ", "))
      ON CONFLICT (\(column: keyName)) DO \(action)
      """
  }
}
