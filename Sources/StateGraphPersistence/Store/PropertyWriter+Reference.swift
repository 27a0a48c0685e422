import StateGraphCore
import StateGraphSQLite

extension PropertyWriter {
  /// Sets the columns that belong to a reference by several columns, in one UPDATE.
  ///
  /// One UPDATE is necessary, because SQLite's foreign key would refuse a row with only a part of
  /// the new key. Outside of a write, the UPDATE runs in a transaction of its own. Inside a write,
  /// the UPDATE is deferred.
  ///
  /// - Parameters:
  ///   - index: The index of the reference in the definition.
  ///   - state: The state of the row.
  ///   - target: The referenced entity, or nil for no entity.
  func setReference(_ index: Int, of state: EntityState, to target: (any Entity)?) {
    guard let database = databaseForWriting(state) else { return }
    let changes: [ColumnChange]
    do throws(DatabaseError) {
      if let target { try context.graph.requireKey(target._$entity) }
      changes = try self.changes(ofReference: index, of: state, to: target?._$key)
    } catch {
      return refuse(error)
    }
    let isWriting = database.isWriting
    let updates = context.graph.updates
    // A comparison reads the columns. If triggers may change other columns, this read would first
    // run the deferred UPDATE, which may contain only some of the reference's columns.
    let isComparable = !isWriting || !updates.mayChangeMore
    if isComparable,
      changes.allSatisfy({
        holds($0.value, at: $0.index, of: state, in: database, isWriting: isWriting)
      })
    {
      return confirm(state, in: database, isWriting: isWriting) {
        setReference(index, of: state, to: target)
      }
    }
    guard isWriting else {
      database.writeWithoutThrowing {
        if let target { try context.graph.requireKey(target._$entity) }
        try update(state, changes: changes + context.timestampChanges(besides: nil))
      }
      return
    }
    if updates.mustRun(beforeSetting: state) { context.graph.willUseTransaction() }
    let mayChangeMore = context.layoutForWriting.hasConsequences
    for change in changes {
      updates.set(
        change.index,
        of: state,
        writer: self,
        to: change.value,
        mayChangeMore: mayChangeMore
      )
    }
    deferTimestamps(of: state, besides: nil)
  }

  /// Returns the new values of the columns that belong only to the reference.
  ///
  /// - Throws: `.misuse` if a column that also belongs to the primary key or to another property
  ///   has a value other than the key's.
  private func changes(
    ofReference index: Int,
    of state: EntityState,
    to key: RowKey?
  ) throws(DatabaseError) -> [ColumnChange] {
    let definition = context.definition
    let columns = definition.referenceColumns.columns[index]
    guard let key else {
      let own = columns.filter(\.isOwn)
      if own.isEmpty, ReferenceKey(state, index: index).value != nil {
        throw context.noOwnColumn(definition.references[index])
      }
      return own.map { ColumnChange(index: $0.index, value: .null) }
    }
    var changes: [ColumnChange] = []
    for (column, value) in zip(columns, key.values) {
      if column.isOwn {
        changes.append(ColumnChange(index: column.index, value: value))
      } else if !isSame(value, index: column.index, state: state) {
        let other = definition.columns[column.index]
        throw definition.differentColumn(other, in: definition.references[index])
      }
    }
    return changes
  }

  /// Returns whether SQLite treats `value` as equal to the column's value that this thread sees.
  private func isSame(_ value: SQLiteValue, index: Int, state: EntityState) -> Bool {
    // A deferred value is read first. `state.value` would run deferred UPDATEs if triggers may
    // change other columns.
    let found =
      context.graph.updates.value(index, of: state)
      ?? withoutGraphTracking { state.value(index) }
    let layout = context.layout
    let schema = layout.table.column(layout.name(ofColumn: index))
    guard let key = schema?.equalityKey(value) else { return found == value }
    return schema?.equalityKey(found) == key
  }
}

extension TableContext {
  /// Returns the error for the assignment of nil to a reference without columns of its own.
  ///
  /// All its columns also belong to the primary key or to other properties, so nil cannot be
  /// stored.
  fileprivate func noOwnColumn(_ reference: EntityReference) -> DatabaseError {
    DatabaseError(
      .misuse,
      "\(definition.typeName).\(reference.property) was set to nil, and each of its columns in "
        + "\(name) belongs to another property or to the key.",
      remedy: "Set the other property."
    )
  }
}
