import StateGraphCore
import StateGraphSQLite
import StateGraphThreads
import Synchronization

extension EntityTable {
  /// The entity with that key: the live one, or loaded by one SELECT, or nil where there is no row.
  func find(_ key: RowKey) throws -> Element? {
    if !UncommittedValues.areVisible {
      if let live = live(key) { return live }
      return try loadCommitted { try $0.prepare(self.layout.selectionByKey, binding: key) }.first
    }
    let database = try graph.database()
    if database.isWriting {
      // Untouched rows need no SQL if they are live.
      if watched.uncommittedChange(key) == nil, let live = live(key) { return live }
    }
    return try load { try $0.prepare(self.layout.selectionByKey, binding: key) }.first
  }

  /// The entity of a row that a commit has brought. Made from its image, unless another commit has
  /// come since; nil where the row is gone, or no entity can stand for it.
  func entity(of image: RowImage, since generation: UInt64) throws -> Element? {
    let hash = image.keyHash(keyCount)
    let known = identities.withLock {
      $0.map.state(hash) { $0.hasSameKey(as: image, keyCount) }
    }
    if let known { return known.entity(as: Element.self) }
    guard accepts(image, layout) else { return nil }
    let home = home
    let state = identities.withLock { identities in
      guard identities.generation == generation else { return nil as EntityState? }
      return identities.map.state(hash, image, keyCount: keyCount) {
        EntityState(home, .attached, image: image)
      }
    }
    guard let state else { return try find(image.key(keyCount)) }
    return faces([state]).first
  }

  /// The entities with those keys: the live ones, and the others by few SELECTs. Those without a
  /// row are missing.
  func entities(_ keys: [RowKey]) throws -> [RowKey: Element] {
    var found: [RowKey: Element] = [:]
    var missing: [RowKey] = []
    let isPrivate = UncommittedValues.areVisible
    for key in keys where found[key] == nil {
      // In a write or a snapshot only a SELECT knows whether the row is there.
      if !isPrivate, let live = live(key) { found[key] = live } else { missing.append(key) }
    }
    guard keyCount == 1 else {
      for key in missing { found[key] = try find(key) }
      return found
    }
    if missing.isEmpty { return found }
    let layout = layout
    let isMissing = try ValueList(missing.map(\.first)).sql("\(columns: layout.keyNames)")
    for entity in try load("\(layout.selection) WHERE \(isMissing)") {
      found[entity._$key] = entity
    }
    return found
  }

  /// The entities of a query over the columns of ``EntityLayout/selection``.
  func load(_ query: SQL) throws -> [Element] {
    try load { try $0.prepare(query) }
  }

  /// The entities of a statement over the columns of ``EntityLayout/selection``, as this thread
  /// sees them: in its order, or in that of their keys where it is `sorting`.
  func load(
    sorting: Bool = false,
    _ prepare: (Connection) throws -> Statement
  ) throws -> [Element] {
    if UncommittedValues.areVisible {
      let database = try graph.database()
      if database.isWriting { return try loadWhileWriting(sorting, database, prepare) }
      if let snapshot = database.snapshot { return try load(sorting, in: snapshot, prepare) }
    }
    return try loadCommitted(sorting: sorting, prepare)
  }

  private func loadCommitted(
    sorting: Bool = false,
    _ prepare: (Connection) throws -> Statement
  ) throws -> [Element] {
    let database = try graph.database()
    for _ in 0..<3 {
      let generation = identities.withLock { $0.generation }
      let states = try database.withReader {
        try self.states(of: try prepare($0), sorting, registeringAt: generation, database)
      }
      if let states { return faces(states) }
    }
    // Commits keep coming in between: read once where none can.
    return try database.readHoldingTurn { connection in
      let generation = identities.withLock { $0.generation }
      let statement = try prepare(connection)
      return faces(try states(of: statement, sorting, registeringAt: generation, database) ?? [])
    }
  }

  func faces(_ states: consuming [EntityState]) -> [Element] {
    // SAFETY: an array of one class is laid out as that of any other; a cast would look at every
    // element. In the place of the states, because there may be a million.
    var faces = unsafeBitCast(consume states, to: [AnyObject].self)
    var count = 0
    for index in faces.indices {
      let state = unsafeDowncast(faces[index], to: EntityState.self)
      guard let face = state.face(as: Element.self) else { continue }
      faces[count] = face
      count += 1
    }
    faces.removeLast(faces.count - count)
    recent.remember(faces)
    // SAFETY: each is the face of a state of this table, which makes none but of this type.
    return unsafeBitCast(faces, to: [Element].self)
  }

  /// The states of the rows, registered where they were not. Nil where a commit has come in
  /// between, and the rows may be older than what it left.
  private func states(
    of statement: Statement,
    _ sorting: Bool,
    registeringAt generation: UInt64,
    _ database: Database
  ) throws -> [EntityState]? {
    defer { statement.reset() }
    guard try statement.step() else { return [] }
    // From its first step on the statement reads one commit.
    database.waitForPublication()
    let layout = layout
    var states = StateRegistration(identities, home, layout.acceptance, at: generation) { image in
      self.accepts(image, layout)
    }
    let columnCount = layout.names.count
    return try states.register(rowsOf: statement, columnCount: columnCount, sorting: sorting)
  }

  /// Whether the properties can hold the values; logs where they cannot: the row has no entity
  /// then.
  func accepts(_ image: RowImage, _ layout: EntityLayout) -> Bool {
    guard let refusal = refusal(of: image, layout) else { return true }
    refusals.add(1, ordering: .relaxed)
    graph.report(refusal, while: "reading \(name)")
    return false
  }

  /// Why a row has no entity, or nil where the properties can hold its values.
  func refusal(of image: RowImage, _ layout: EntityLayout) -> DatabaseError? {
    layout.acceptance.firstRefused(image).map { refusal(of: image, column: $0) }
  }

  func refusal(of image: RowImage, column refused: Int) -> DatabaseError {
    let column = definition.columns[refused]
    return DatabaseError(
      .typeMismatch,
      "A row of \(name) holds \(image[keyCount + refused].storageClass) in \(column.name), "
        + "which the property \(column.property) cannot represent.",
      remedy: "Mend the row, or change the property's type."
    )
  }
}

extension Connection {
  /// A compiled statement with a key bound to its parameters.
  func prepare(_ text: StatementText, binding key: RowKey) throws(DatabaseError) -> Statement {
    let statement = try prepare(text)
    try statement.bind(key, from: 1)
    return statement
  }
}

extension Statement {
  /// Binds the columns of a key to the parameters from `first` on.
  func bind(_ key: RowKey, from first: Int) throws(DatabaseError) {
    switch key {
    case .value(let value): try bind(value, at: first)
    case .values(let values):
      for (index, value) in values.enumerated() { try bind(value, at: first + index) }
    }
  }
}
