import StateGraphCore
import StateGraphLive
import StateGraphSQLite

/// The rows of a query, the verdict on each, and those that are included.
struct JudgedRows: Sendable {
  /// The query's rows.
  private var base = SlotRows.read([])
  /// The same rows, with a verdict in the place of the entity.
  private var judged = SlotRows.read([])
  /// Those of the query's rows whose verdict is that they are included.
  private(set) var included = SlotRows.read([])

  /// Brings the rows up to date with the query's, and with the verdicts that were marked.
  mutating func follow(_ base: SlotRows, _ marked: [PredicateNode], by verdicts: PredicateNodes) {
    // From some number on it costs less to look at each row.
    let limit = max(64, base.count / 4)
    guard case .kept(let old) = self.base, case .kept(let new) = base,
      case .kept(let judged) = judged, case .kept(let included) = included,
      old.order == new.order, marked.count <= limit,
      let changes = new.changes(from: old, limit: limit, by: ===)
    else { return judgeAll(base, by: verdicts) }
    var rows = FollowedRows(judged: judged.rows, included: included.rows)
    guard rows.follow(changes, by: verdicts), rows.follow(marked) else {
      return judgeAll(base, by: verdicts)
    }
    self.base = base
    self.judged = .kept(RowSlice(rows.judged))
    self.included = .kept(RowSlice(rows.included))
  }

  /// Looks at each row. A verdict that is there already is asked only if it was marked.
  private mutating func judgeAll(_ base: SlotRows, by verdicts: PredicateNodes) {
    var known: [ObjectIdentifier: PredicateNode] = [:]
    judged.forEach { row in
      let verdict = row.verdict
      known[ObjectIdentifier(verdict.subject)] = verdict
    }
    var (judged, included): ([LiveRow], [LiveRow]) = ([], [])
    judged.reserveCapacity(base.count)
    base.forEach { row in
      let verdict =
        known[ObjectIdentifier(row.element)] ?? PredicateNode(of: row.element, by: verdicts)
      judged.append(LiveRow(image: row.image, element: verdict))
      if verdict.holds() { included.append(row) }
    }
    self.base = base
    switch base {
    case .read: (self.judged, self.included) = (.read(judged), .read(included))
    case .kept(let rows):
      self.judged = .kept(RowSlice(OrderedRows(rows.order, sorted: judged)))
      self.included = .kept(RowSlice(OrderedRows(rows.order, sorted: included)))
    }
  }
}

/// The rows in their order, while they are changed.
private struct FollowedRows {
  var judged: OrderedRows<RowObject>
  var included: OrderedRows<RowObject>
  /// The verdicts on rows that are the query's no more.
  private var gone: Set<ObjectIdentifier> = []

  init(judged: OrderedRows<RowObject>, included: OrderedRows<RowObject>) {
    (self.judged, self.included) = (judged, included)
  }

  /// Takes in rows that came, left or moved. Returns whether everything was where it should be.
  mutating func follow(_ changes: RowChanges<RowObject>, by verdicts: PredicateNodes) -> Bool {
    var leaving: [ObjectIdentifier: PredicateNode] = [:]
    for row in changes.left {
      guard let verdict = judged.remove(row.image)?.row.verdict else { return false }
      included.remove(row.image)
      leaving[ObjectIdentifier(row.element)] = verdict
    }
    for row in changes.came {
      let known = leaving.removeValue(forKey: ObjectIdentifier(row.element))
      let verdict = known ?? PredicateNode(of: row.element, by: verdicts)
      guard judged.insert(LiveRow(image: row.image, element: verdict)) != nil else { return false }
      if verdict.holds() { included.insert(row) }
    }
    gone = Set(leaving.values.map { ObjectIdentifier($0) })
    return true
  }

  /// Asks the verdicts again that were marked. Returns whether everything was where it should be.
  mutating func follow(_ marked: [PredicateNode]) -> Bool {
    for verdict in marked where !gone.contains(ObjectIdentifier(verdict)) {
      guard let entity = verdict.subject as? any Entity else { return false }
      // A newer commit may have moved it already.
      let image = entity._$entity.currentImage
      guard let row = judged.row(at: image), row.element === verdict else { return false }
      if verdict.holds() {
        included.insert(LiveRow(image: row.image, element: entity))
      } else {
        included.remove(image)
      }
    }
    return true
  }
}

extension LiveRow {
  fileprivate var verdict: PredicateNode { unsafeDowncast(element, to: PredicateNode.self) }
}
