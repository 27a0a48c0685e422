import StateGraph
import StateGraphSQLite
import StateGraphThreads

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
  /// sees them.
  func load(_ prepare: (Connection) throws -> Statement) throws -> [Element] {
    if UncommittedValues.areVisible {
      let database = try graph.database()
      if database.isWriting { return try loadWhileWriting(database, prepare) }
      if let snapshot = database.snapshot { return try load(in: snapshot, prepare) }
    }
    return try loadCommitted(prepare)
  }

  private func loadCommitted(_ prepare: (Connection) throws -> Statement) throws -> [Element] {
    let database = try graph.database()
    for _ in 0..<3 {
      let generation = identities.withLock { $0.generation }
      let states = try database.withReader {
        try self.states(of: try prepare($0), registeringAt: generation, database)
      }
      if let states { return faces(states) }
    }
    // Commits keep coming in between: read once where none can.
    return try database.readHoldingTurn { connection in
      let generation = identities.withLock { $0.generation }
      let statement = try prepare(connection)
      return faces(try states(of: statement, registeringAt: generation, database) ?? [])
    }
  }

  func faces(_ states: [EntityState]) -> [Element] {
    var faces: [AnyObject] = []
    faces.reserveCapacity(states.count)
    for state in states {
      if let face = state.face(as: Element.self) { faces.append(face) }
    }
    recent.remember(faces)
    // SAFETY: each is the face of a state of this table, which makes none but of this type; an
    // array of one class is laid out as that of any other. A cast would look at every element.
    return unsafeBitCast(faces, to: [Element].self)
  }

  /// The states of the rows, registered where they were not. Nil where a commit has come in
  /// between, and the rows may be older than what it left.
  private func states(
    of statement: Statement,
    registeringAt generation: UInt64,
    _ database: Database
  ) throws -> [EntityState]? {
    defer { statement.reset() }
    var states: [EntityState] = []
    let (layout, home) = (layout, home)
    while try statement.step() {
      // From its first step on the statement reads one commit.
      if states.isEmpty { database.waitForPublication() }
      let hash = statement.keyHash(keyCount)
      let found: Found = identities.withLock { identities in
        guard identities.generation == generation else { return .outdated }
        let state = identities.map.state(hash) { statement.hasSameKey(as: $0, keyCount) }
        return state.map { .state($0) } ?? .nothing
      }
      switch found {
      case .state(let state): states.append(state)
      case .outdated: return nil
      case .nothing:
        let image = statement.image(layout.names.count)
        guard accepts(image, layout) else { continue }
        let made = EntityState(home, .attached, image: image)
        guard let state = register(made, hash, ifGenerationIs: generation) else { return nil }
        states.append(state)
      }
    }
    return states
  }

  /// Registers a state unless another thread was faster, whose state is returned then; nil where a
  /// commit has come in between.
  private func register(
    _ made: EntityState,
    _ hash: UInt32,
    ifGenerationIs generation: UInt64
  ) -> EntityState? {
    let image = made.currentImage
    return identities.withLock { identities in
      guard identities.generation == generation else { return nil }
      if let state = identities.map.state(hash, where: { $0.hasSameKey(as: image, keyCount) }) {
        return state
      }
      identities.map.insert(made, hash, keyCount: keyCount)
      return made
    }
  }

  /// Whether the properties can hold the values; logs where they cannot: the row has no entity
  /// then.
  func accepts(_ image: RowImage, _ layout: EntityLayout) -> Bool {
    guard let refusal = refusal(of: image, layout) else { return true }
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

/// What the identity map says of a row.
private enum Found {
  case state(EntityState)
  case nothing
  case outdated
}
