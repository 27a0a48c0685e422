import StateGraphCore
import StateGraphLive
import StateGraphSQLite

/// The rows of a query, a predicate node for each row (a node that runs the user's filter closure),
/// and the rows that the filter includes.
///
/// This is a value type. ``MaintainedFilter`` updates a copy outside its lock, because an update
/// runs the user's closure.
struct FilterResults: Sendable {
  /// The query's rows.
  private var base = LiveResult.read([])
  /// The same rows as in `base`, but the element of each row is its predicate node instead of its
  /// entity.
  private var predicates = LiveResult.read([])
  /// The query's rows for which the closure returned true.
  private(set) var included = LiveResult.read([])

  /// Updates the results to a newer state of the query's rows.
  ///
  /// - Parameters:
  ///   - base: The query's rows now.
  ///   - marked: The predicate nodes whose dependencies have changed.
  ///   - nodes: The owner of the predicate nodes.
  mutating func update(
    to base: LiveResult,
    evaluating marked: [PredicateNode],
    in nodes: PredicateNodes
  ) {
    // If more rows than this have changed, evaluating every row costs less.
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

  /// Builds the results from all rows. The closure runs for new rows and for marked predicate
  /// nodes.
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

/// The rows of ``FilterResults`` during one update.
private struct FilterResultsUpdate {
  var predicates: OrderedRows<RowObject>
  var included: OrderedRows<RowObject>
  /// The predicate nodes of rows that have left the query.
  private var removed: Set<ObjectIdentifier> = []

  init(predicates: OrderedRows<RowObject>, included: OrderedRows<RowObject>) {
    (self.predicates, self.included) = (predicates, included)
  }

  /// Applies the rows that entered, left or moved. Returns false if the rows are inconsistent, so
  /// that every row has to be evaluated again.
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

  /// Evaluates the marked predicate nodes again. Returns false if the rows are inconsistent, so
  /// that every row has to be evaluated again.
  mutating func evaluate(_ marked: [PredicateNode]) -> Bool {
    for predicate in marked where !removed.contains(ObjectIdentifier(predicate)) {
      guard let entity = predicate.subject as? any Entity else { return false }
      // A newer commit may already have moved the row to another position.
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
  /// The predicate node of a row in ``FilterResults/predicates``.
  fileprivate var predicate: PredicateNode { unsafeDowncast(element, to: PredicateNode.self) }
}
