import StateGraphSQLite
import StateGraphThreads

extension EntityTable {
  /// The entity with that key: the live one, or loaded by one SELECT, or nil where there is no row.
  func find(_ key: SQLiteValue) throws -> Element? {
    let database = try graph.database()
    if !database.isWriting, let live = live(key) { return live }
    if database.isWriting {
      // Untouched rows need no SQL if they are live.
      if database.uncommittedChange(table: name, key: RowKey(key)) == nil, let live = live(key) {
        return live
      }
    }
    let layout = layout
    return try load("\(layout.selection) WHERE \(layout.matches(key))").first
  }

  /// The entities of a query over the table's columns in declared order.
  func load(_ query: SQL) throws -> [Element] {
    let database = try graph.database()
    if database.isWriting { return try loadWhileWriting(query, database) }
    for _ in 0..<3 {
      let generation = identities.withLock { $0.generation }
      let images = try database.read { try $0.rows(query) }.map(\.values)
      if let states = register(images, ifGenerationIs: generation) { return faces(states) }
    }
    // Commits keep coming in between: read once where none can.
    return try database.readHoldingTurn { connection in
      let generation = identities.withLock { $0.generation }
      let images = try connection.rows(query).map(\.values)
      return faces(register(images, ifGenerationIs: generation) ?? [])
    }
  }

  private func faces(_ states: [(key: SQLiteValue, state: EntityState)]) -> [Element] {
    states.compactMap { key, state in
      let entity = state.entity(key, as: Element.self)
      if let entity { recent.remember(entity) }
      return entity
    }
  }

  /// The states of rows, registered where they were not. Nil where a commit has come in between,
  /// and the images may be older than what it left.
  private func register(_ images: [[SQLiteValue]], ifGenerationIs generation: UInt64)
    -> [(key: SQLiteValue, state: EntityState)]?
  {
    identities.withLock { identities in
      guard identities.generation == generation else { return nil }
      return images.compactMap { image in
        state(of: image, in: &identities).map { (identities.layout.key(of: image), $0) }
      }
    }
  }

  /// Nil where the row holds what the properties cannot represent: then it has no entity.
  private func state(of image: [SQLiteValue], in identities: inout Identities) -> EntityState? {
    let key = identities.layout.key(of: image)
    if let state = identities.states[key]?.state { return state }
    let values = identities.layout.values(of: image)
    guard accepts(values) else { return nil }
    let state = newState(key, values)
    identities.states[key] = WeakState(state: state)
    return state
  }

  private func newState(_ key: SQLiteValue, _ values: [SQLiteValue]) -> EntityState {
    EntityState(
      definition,
      type: ObjectIdentifier(Element.self),
      values: values,
      attachment: EntityAttachment(table: self, key: key)
    )
  }

  /// Whether the properties can hold the values; logs where they cannot.
  func accepts(_ values: [SQLiteValue]) -> Bool {
    for (column, value) in zip(definition.columns, values) where !column.accepts(value) {
      graph.report(
        DatabaseError(
          .typeMismatch,
          "A row of \(name) holds \(value.storageClass) in \(column.name), "
            + "which the property \(column.property) cannot represent.",
          remedy: "Mend the row, or change the property's type."
        ),
        while: "reading \(name)"
      )
      return false
    }
    return true
  }
}

// MARK: - Inside a write

extension EntityTable {
  /// Rows that the open write has touched differ for this thread and for the others. An entity that
  /// others may find gets the values of before; one of a row that is new is for this thread alone.
  private func loadWhileWriting(_ query: SQL, _ database: Database) throws -> [Element] {
    let images = try database.read { try $0.rows(query) }.map(\.values)
    let states = try images.compactMap { image -> (key: SQLiteValue, state: EntityState)? in
      let key = layout.key(of: image)
      let change = try uncommittedChange(key, in: database)
      return identities.withLock { identities in
        if let pending = identities.pending.current(key) { return (key, pending) }
        switch change {
        case nil: return state(of: image, in: &identities).map { (key, $0) }
        case .existed(let old): return state(of: old, in: &identities).map { (key, $0) }
        case .inserted, .unknown:
          if let state = identities.states[key]?.state { return (key, state) }
          let values = identities.layout.values(of: image)
          guard accepts(values) else { return nil }
          let state = newState(key, values)
          identities.pending.insert(
            state,
            for: key,
            at: database.changePosition,
            isLoaded: true
          )
          return (key, state)
        }
      }
    }
    return faces(states)
  }

  /// What the write has done to the row. Where the log no longer knows, the last commit does; a
  /// database in memory has nobody to ask, and the row counts as new.
  private func uncommittedChange(
    _ key: SQLiteValue,
    in database: Database
  ) throws -> UncommittedChange? {
    let change = database.uncommittedChange(table: name, key: RowKey(key))
    guard case .unknown = change else { return change }
    let layout = layout
    let image = try database.readLastCommit {
      try $0.rows("\(layout.selection) WHERE \(layout.matches(key))").first?.values
    }
    return image.map { .existed($0) } ?? .inserted
  }

  func uncommittedValue(ofColumn index: Int, key: SQLiteValue) -> SQLiteValue? {
    guard let database = try? graph.database(), database.isWriting,
      database.uncommittedChange(table: name, key: RowKey(key)) != nil
    else { return nil }
    let layout = layout
    do {
      let column = layout.table.columns[layout.columnIndexes[index]].name
      return try database.read {
        try $0.firstValue(
          "SELECT \(column: column) FROM \(table: layout.table.name) WHERE \(layout.matches(key))"
        )
      }
    } catch {
      graph.report(error, while: "reading \(name)")
      return nil
    }
  }
}
