/// Replays one pending transaction on the server's newer rows: completely, or not at all.
struct PendingReplay {
  let writer: WriterConnection
  let tables: ReplicatedTables
  /// The tables in which a change of a row that another machine has changed is refused.
  let refusesChanged: Set<ByteText>

  /// - Parameters:
  ///   - changes: The net changes of the transaction.
  /// - Returns: `nil` if the changes were written. Else the reason why they were not.
  func run(_ changes: [PendingChange]) throws(DatabaseError) -> SetAsideReason? {
    var targets: [TableTargets] = []
    for change in changes {
      switch try target(of: change) {
      case .fits(let target, let table):
        if let place = targets.firstIndex(where: { $0.table.name.hasSameBytes(as: table.name) }) {
          targets[place].rows.append(target)
        } else {
          targets.append(TableTargets(table: table, rows: [target]))
        }
      case .isDone: continue
      case .doesNotFit(let reason): return reason
      }
    }
    return try write(targets)
  }

  // MARK: The rows after the transaction

  private enum Outcome {
    case fits(RowTarget, TableSchema)
    case isDone
    case doesNotFit(SetAsideReason)
  }

  private func target(of change: PendingChange) throws(DatabaseError) -> Outcome {
    let (row, name) = (change.row, change.table.string)
    guard let table = tables[change.table]?.schema,
      row.old?.count ?? table.columns.count == table.columns.count,
      row.new?.count ?? table.columns.count == table.columns.count
    else { return .doesNotFit(.tableChanged(name)) }
    let current = try table.image(of: row.key, reading: writer)
    func fits(_ target: RowImage?) -> Outcome {
      .fits(RowTarget(key: row.key, current: current, target: target), table)
    }
    guard let old = row.old else {
      return current == nil ? fits(row.new) : .doesNotFit(.keyTaken(table: name))
    }
    guard let current else {
      // The server deletes a row that is not there without an error, also if it compares the row.
      return row.new == nil ? .isDone : .doesNotFit(.rowGone(table: name))
    }
    guard let new = row.new else {
      guard !refusesChanged.contains(change.table) || table.isSameRow(current, as: old) else {
        return .doesNotFit(.rowChanged(table: name))
      }
      return fits(nil)
    }
    let changed = table.columns.indices.filter {
      table.columns[$0].generation == .none && !table.isSameValue(old, as: new, at: $0)
    }
    if refusesChanged.contains(change.table),
      !changed.allSatisfy({ table.isSameValue(current, as: old, at: $0) })
    {
      return .doesNotFit(.rowChanged(table: name))
    }
    return fits(current.replacing(changed.map { (index: $0, value: new[$0]) }))
  }

  // MARK: Writing

  private static let savepoint = "stategraph_replay"

  private func write(_ targets: [TableTargets]) throws(DatabaseError) -> SetAsideReason? {
    let mark = writer.changeLog.position
    try writer.run("SAVEPOINT \(column: PendingReplay.savepoint)")
    let reason = try runPlan(targets)
    if reason != nil {
      writer.changeLog.taint(since: mark)
      try writer.run("ROLLBACK TO \(column: PendingReplay.savepoint)")
    }
    try writer.run("RELEASE \(column: PendingReplay.savepoint)")
    return reason
  }

  private func runPlan(_ targets: [TableTargets]) throws(DatabaseError) -> SetAsideReason? {
    for step in RowTargetPlan(targets).steps {
      do throws(DatabaseError) {
        try step.run(on: writer)
      } catch {
        guard error.code == .constraint else { throw error }
        return .rule(table: step.table.name)
      }
    }
    let check = ReferenceCheck(tables: tables.all, connection: writer)
    guard let broken = try check.brokenReference(after: targets) else { return nil }
    return .missingRow(child: broken.child, parent: broken.parent)
  }
}
