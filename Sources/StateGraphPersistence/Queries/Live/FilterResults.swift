import StateGraphCore
import StateGraphLive
import StateGraphSQLite

/// The result of a Swift filter closure over the rows of a live query.
///
/// For each row, a predicate node (a node of the graph) runs the closure and stores the answer.
///
/// This is a value type, so ``MaintainedFilter`` can update a copy without holding its lock. The
/// user's closure must not run under a lock.
struct FilterResults: Sendable {
  /// All rows of the query as of the last update, including the rows that the filter excludes.
  private var base = LiveResult.read([])
  /// The predicate nodes of the rows of `base`, in the same order.
  ///
  /// A predicate node runs the user's closure for one row.
  private var predicates = LiveResult.read([])
  /// The rows of `base` for which the closure returned true, in the same order.
  private(set) var included = LiveResult.read([])

  /// Updates the results to the query's current rows.
  ///
  /// Runs the closure for new rows, and for rows whose dependencies have changed.
  ///
  /// - Parameters:
  ///   - base: The query's current rows.
  ///   - marked: The predicate nodes whose dependencies have changed since the last update.
  ///   - nodes: The owner of the predicate nodes. It contains the filter closure.
  mutating func update(
    to base: LiveResult,
    evaluating marked: [PredicateNode],
    in nodes: PredicateNodes
  ) {
    // If more than `limit` rows have changed, building the results again from all rows is faster.
    let limit = max(64, base.count / 4)
    guard case .kept(let old) = self.base, case .kept(let new) = base,
      case .kept(let predicates) = predicates, case .kept(let included) = included,
      old.order == new.order, marked.count <= limit,
      let changes = new.changes(from: old, limit: limit, by: ===)
    else { return evaluateAll(base, in: nodes) }
    var update = FilterResultsUpdate(predicates: predicates.rows, included: included.rows)
    guard update.apply(changes, in: nodes), update.evaluate(marked) else {
      return evaluateAll(base, in: nodes)
    }
    self.base = base
    self.predicates = .kept(RowSlice(update.predicates))
    self.included = .kept(RowSlice(update.included))
  }

  /// Builds the results again from all rows of `base`.
  ///
  /// Reuses the predicate nodes (which run the user's closure) of known entities. The closure runs
  /// only for new rows, and for rows whose dependencies have changed.
  private mutating func evaluateAll(_ base: LiveResult, in nodes: PredicateNodes) {
    var known: [ObjectIdentifier: PredicateNode] = [:]
    predicates.forEach { row in
      let predicate = row.predicate
      known[ObjectIdentifier(predicate.subject)] = predicate
    }
    var (predicates, included): ([LiveRow], [LiveRow]) = ([], [])
    predicates.reserveCapacity(base.count)
    base.forEach { row in
      let predicate =
        known[ObjectIdentifier(row.element)] ?? PredicateNode(of: row.element, by: nodes)
      predicates.append(LiveRow(image: row.image, element: predicate))
      if predicate.holds() { included.append(row) }
    }
    self.base = base
    switch base {
    case .read: (self.predicates, self.included) = (.read(predicates), .read(included))
    case .kept(let rows):
      self.predicates = .kept(RowSlice(OrderedRows(rows.order, sorted: predicates)))
      self.included = .kept(RowSlice(OrderedRows(rows.order, sorted: included)))
    }
  }
}

/// A mutable copy of the rows of ``FilterResults`` during one update.
private struct FilterResultsUpdate {
  var predicates: OrderedRows<RowObject>
  var included: OrderedRows<RowObject>
  /// The predicate nodes of rows that have left the query. They are not evaluated again.
  private var removed: Set<ObjectIdentifier> = []

  init(predicates: OrderedRows<RowObject>, included: OrderedRows<RowObject>) {
    (self.predicates, self.included) = (predicates, included)
  }

  /// Adds, removes and moves rows in the same way as in the query.
  ///
  /// Returns false if the changes contradict the stored rows. The caller must then build the
  /// results again from all rows.
  mutating func apply(_ changes: RowChanges<RowObject>, in nodes: PredicateNodes) -> Bool {
    var leaving: [ObjectIdentifier: PredicateNode] = [:]
    for row in changes.left {
      guard let predicate = predicates.remove(row.image)?.row.predicate else { return false }
      included.remove(row.image)
      leaving[ObjectIdentifier(row.element)] = predicate
    }
    for row in changes.came {
      let known = leaving.removeValue(forKey: ObjectIdentifier(row.element))
      let predicate = known ?? PredicateNode(of: row.element, by: nodes)
      guard predicates.insert(LiveRow(image: row.image, element: predicate)) != nil else {
        return false
      }
      if predicate.holds() { included.insert(row) }
    }
    removed = Set(leaving.values.map { ObjectIdentifier($0) })
    return true
  }

  /// Runs the closure again for the rows of `marked`, and adds or removes these rows.
  ///
  /// Returns false if a row is not found. The caller must then build the results again from all
  /// rows.
  mutating func evaluate(_ marked: [PredicateNode]) -> Bool {
    for predicate in marked where !removed.contains(ObjectIdentifier(predicate)) {
      guard let entity = predicate.subject as? any Entity else { return false }
      // A newer commit may have moved the row. In this case, the look-up by image fails.
      let image = entity._$entity.currentImage
      guard let row = predicates.row(at: image), row.element === predicate else { return false }
      if predicate.holds() {
        included.insert(LiveRow(image: row.image, element: entity))
      } else {
        included.remove(image)
      }
    }
    return true
  }
}

extension LiveRow {
  /// The predicate node of this row.
  ///
  /// Use this property only for rows of ``FilterResults/predicates``, because the cast is not
  /// checked.
  fileprivate var predicate: PredicateNode { unsafeDowncast(element, to: PredicateNode.self) }
}
