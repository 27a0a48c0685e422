import StateGraphCore
import StateGraphSQLite

extension EntityState {
  /// Returns the value of a column as the calling thread sees it. If this is the committed value,
  /// the graph node that is being evaluated depends on the column.
  func value(_ index: Int) -> SQLiteValue {
    if UncommittedValues.areVisible, let value = privateValue(index) { return value }
    if Signal.isTracking { signal(index).depend() }
    return lock.withLock { image[keyCount + index] }
  }

  /// Returns the same value as `value(_:)`, but no graph node then depends on the column.
  package func untrackedValue(_ index: Int) -> SQLiteValue {
    if UncommittedValues.areVisible, let value = privateValue(index) { return value }
    return lock.withLock { image[keyCount + index] }
  }

  /// Returns the column's value if only this thread sees it: the uncommitted value inside its
  /// write, or the value inside its snapshot. Returns `nil` if the thread sees the committed value.
  private func privateValue(_ index: Int) -> SQLiteValue? {
    attachedTable?.privateValue(ofColumn: index, of: self)
  }

  /// The number of key columns, which come first in the row image. Call with `lock` held.
  private var keyCount: Int { definitionWithoutLock.keyColumns.count }

  /// Returns the entity that was assigned to a column while this entity had no row. Returns `nil`
  /// if there is none, or after the insertion was committed. From then on, only its key is stored.
  func detachedReference(_ index: Int) -> (any Entity)? {
    lock.withLock { extras?.references[index] }
  }

  func signal(_ index: Int) -> Signal {
    let count = definition.columns.count
    return lock.withLock {
      let extras = makeExtras()
      if extras.signals.isEmpty {
        extras.signals = Array(repeating: StateExtras.WeakSignal(), count: count)
      }
      if let signal = extras.signals[index].signal { return signal }
      let signal = Signal(keeping: self)
      extras.signals[index].signal = signal
      return signal
    }
  }

  /// Sets a column of an entity that has no row yet. Returns `false` if the entity has a row. The
  /// caller must then write the value to the file.
  func setDetached(_ index: Int, to initial: InitialValue) -> Bool {
    // Release the replaced entity and error after the lock, because their `deinit` can be user
    // code.
    var replaced: (any Entity)?
    var replacedRefusal: DatabaseError?
    let changed: Bool? = lock.withLock {
      guard phase == .detached else { return nil }
      let cell = keyCount + index
      replaced = extras?.references[index]
      replacedRefusal = extras?.refusals[index]
      extras?.refusals[index] = nil
      switch initial.content {
      case .value(let value):
        let same = replaced == nil && image[cell].isIdentical(to: value)
        if !same { image = image.replacing(cell, by: value) }
        if replaced != nil { extras?.references[index] = nil }
        return !same
      case .reference(let entity):
        makeExtras().references[index] = entity
        return true
      case .refused(let error):
        makeExtras().refusals[index] = error
        return false
      }
    }
    withExtendedLifetime((replaced, replacedRefusal)) {}
    guard let changed else { return false }
    if changed { publish([index]) }
    return true
  }

  private func publish(_ indexes: [Int]) {
    let isObserved = lock.withLock { extras?.signals.isEmpty == false }
    guard isObserved else { return }
    var epoch = GraphEpoch()
    touch(indexes, in: &epoch)
    epoch.publish()
  }

  func touch(_ indexes: some Sequence<Int>, in epoch: inout GraphEpoch) {
    let touched: [Signal] = lock.withLock {
      guard let extras, !extras.signals.isEmpty else { return [] }
      return indexes.compactMap { extras.signals[$0].signal }
    }
    for signal in touched { epoch.touch(signal) }
  }
}

extension EntityState: SignalNaming {
  package func name(of signal: Signal) -> String? {
    let (definition, signals) = lock.withLock {
      (definitionWithoutLock, extras?.signals.map(\.signal) ?? [])
    }
    guard let index = signals.firstIndex(where: { $0 === signal }) else { return nil }
    return "\(definition.typeName).\(definition.columns[index].property)"
  }
}
