import StateGraphLive
import StateGraphSQLite

/// The rows of one relationship with the uncommitted changes of the open write.
///
/// The changes of the write update the rows in memory, as commits update a ``ResultSlot``. If a
/// program reads the relationship after each of many changes, at most one SELECT runs. Only the
/// thread that holds the write lock uses this object.
final class UncommittedRelationship {
  private let plan: MaintenancePlan
  @exclusivity(unchecked) private(set) var rows: OrderedRows<RowObject>
  /// A position in the log of the write's changes. ``rows`` include all changes before it.
  @exclusivity(unchecked) private var mark: UncommittedMark
  /// The objects of all rows (the entities, or a shared object for links) in one array, or nil
  /// until the array is needed, and then kept up to date with ``rows``.
  @exclusivity(unchecked) private var knownElements: [AnyObject]?
  /// The entities of all links, kept up to date with ``rows``, or nil if the rows are entities, and
  /// until the entities are needed.
  @exclusivity(unchecked) private var targets: UncommittedTargets?

  /// The array that the last caller changed in place and gave back by ``keepSpare(_:)``. Empty if
  /// there is none.
  @exclusivity(unchecked) private var spare: [AnyObject] = []

  /// Whether changes are being applied. Meanwhile, a column conversion of the user may read this
  /// relationship. Such a read cannot use this object, and creates a new one.
  @exclusivity(unchecked) private var isUpdating = false

  private init(_ plan: MaintenancePlan, rows: OrderedRows<RowObject>, mark: UncommittedMark) {
    self.plan = plan
    self.rows = rows
    self.mark = mark
  }

  /// The objects of all rows, in the order of the rows: the entities, or a shared object for links.
  var elements: [AnyObject] {
    if let knownElements { return knownElements }
    var made: [AnyObject] = []
    made.reserveCapacity(rows.count)
    rows.forEach { made.append($0.element) }
    knownElements = made
    return made
  }

  /// Returns the entities of all links, or nil if they have to be found by their keys again.
  ///
  /// - Parameter watched: The changes of the open write to the table of the entities.
  func targets(in watched: WatchedTable) -> [AnyObject]? {
    if targets?.areCurrent(in: watched) == true { return targets?.entities }
    keepTargets(nil)
    return nil
  }

  func keepTargets(_ found: UncommittedTargets?) {
    var replaced = found
    swap(&replaced, &targets)
    // `replaced` is released here, for the same reason as in `keepSpare(_:)`.
  }

  /// Returns `elements` in an array that the caller can change without a copy, if possible.
  ///
  /// The caller makes a change in this array and also in the file, and gives the array back by
  /// ``keepSpare(_:)``. The array then equals the elements again, and the next call can return it.
  func takeSpare(equalTo elements: [AnyObject]) -> [AnyObject] {
    var taken: [AnyObject] = []
    swap(&taken, &spare)
    return taken.hasSameObjects(as: elements) ? taken : elements
  }

  func keepSpare(_ elements: [AnyObject]) {
    var replaced = elements
    swap(&replaced, &spare)
    // `replaced` is released here, after the access to `spare`. The release may run the `deinit` of
    // an entity, which is user code.
  }

  /// The number of changes above which one SELECT is faster than applying the changes.
  private static func stepLimit(_ rowCount: Int) -> Int { max(64, min(rowCount / 4, 1_024)) }
}

// MARK: - Creating

extension UncommittedRelationship {
  /// Returns the rows of the last commit, updated by all changes of the open write.
  ///
  /// Returns nil if the write has changed too many rows, or if a change cannot be applied.
  static func updating(
    _ committed: (plan: MaintenancePlan, rows: OrderedRows<RowObject>),
    loader: any RelationshipLoader,
    watched: WatchedTable
  ) throws -> UncommittedRelationship? {
    let limit = stepLimit(committed.rows.count)
    guard let steps = watched.netSteps(atMost: limit) else { return nil }
    let made = UncommittedRelationship(
      committed.plan,
      rows: committed.rows,
      mark: watched.log.mark()
    )
    return try made.apply(steps, loader: loader) ? made : nil
  }

  /// Reads the rows by a SELECT that includes the uncommitted changes of the write.
  ///
  /// Returns nil if only SQLite can decide which rows belong to the relationship, or in which
  /// order.
  static func reading(
    _ loader: any RelationshipLoader,
    watched: WatchedTable
  ) throws -> UncommittedRelationship? {
    guard let plan = try loader.plan() else { return nil }
    let mark = watched.log.mark()
    let loaded = try loader.rows(plan, after: nil, count: nil)
    guard loaded.isComplete else { return nil }
    return UncommittedRelationship(
      plan,
      rows: OrderedRows(plan.order, sorted: loaded.rows),
      mark: mark
    )
  }
}

// MARK: - Updating

extension UncommittedRelationship {
  /// Applies the changes that the write has made since the last call.
  ///
  /// Returns false if this is not possible. The caller must then create a new object.
  func update(_ loader: any RelationshipLoader, watched: WatchedTable) throws -> Bool {
    guard !isUpdating, let steps = watched.log.changes(since: mark) else { return false }
    if steps.isEmpty { return true }
    isUpdating = true
    defer { isUpdating = false }
    guard steps.count <= UncommittedRelationship.stepLimit(rows.count) else { return false }
    let mark = watched.log.mark()
    guard try apply(steps, loader: loader) else { return false }
    self.mark = mark
    return true
  }

  private func apply(
    _ steps: some Sequence<UncommittedStep>,
    loader: any RelationshipLoader
  ) throws -> Bool {
    // A removed row may hold the last reference to its entity. The entity's `deinit` is user code,
    // which may read this relationship. The rows are therefore released after the last change.
    var left: [OrderedRows<RowObject>.Row] = []
    var leftTargets: [AnyObject] = []
    defer {
      left.removeAll()
      leftTargets.removeAll()
    }
    // During an UPDATE of several rows, two rows can have the same sort position for a moment. All
    // old rows are therefore removed before new rows are inserted.
    var coming: [RowImage] = []
    for step in steps {
      let (old, new) = try plan.images(of: step)
      if let old, !cancel(old, in: &coming) {
        guard let removed = rows.remove(old) else { return false }
        left.append(removed.row)
        knownElements?.remove(at: removed.rank)
        if let target = targets?.remove(at: removed.rank) { leftTargets.append(target) }
      }
      if let new { coming.append(new) }
    }
    for image in coming {
      guard let element = try loader.uncommittedPayload(of: image),
        let rank = rows.insert(.init(image: image, element: element))
      else { return false }
      knownElements?.insert(element, at: rank)
      guard targets != nil else { continue }
      if let target = try loader.uncommittedTarget(of: image) {
        targets?.insert(target, at: rank)
      } else {
        keepTargets(nil)
      }
    }
    return true
  }

  /// Removes a row from the rows to insert, because a later change of the write has removed it
  /// again. Returns false if there is no such row.
  private func cancel(_ image: RowImage, in coming: inout [RowImage]) -> Bool {
    guard let place = coming.lastIndex(where: { plan.order.compare($0, with: image) == 0 }) else {
      return false
    }
    coming.remove(at: place)
    return true
  }
}
