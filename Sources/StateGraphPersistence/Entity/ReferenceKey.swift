import StateGraphCore
import StateGraphSQLite

/// Reads the key that an entity stores in the columns of a reference by several columns.
struct ReferenceKey {
  private let state: EntityState
  private let definition: EntityDefinition
  private let index: Int

  /// Creates a reader for one reference of an entity.
  ///
  /// - Parameters:
  ///   - state: The state of the referring entity.
  ///   - index: The index of the reference in ``EntityDefinition/references``.
  init(_ state: EntityState, index: Int) {
    self.state = state
    definition = state.definition
    self.index = index
  }

  /// The indexes of the reference's columns in the definition, in the order of the referenced key.
  var columns: [Int] { definition.columns(ofReference: index) }

  /// The key that the calling thread sees, or nil if the reference is nil.
  ///
  /// If the key is committed, the graph node that is being evaluated depends on each column.
  var value: RowKey? {
    let values = values
    return values.contains(.null) ? nil : RowKey(values)
  }

  /// The values of the columns that the calling thread sees. All values belong to the same commit,
  /// or to the open write.
  var values: [SQLiteValue] {
    let columns = columns
    if UncommittedValues.areVisible, let table = state.attachedTable {
      let values = columns.compactMap { table.privateValue(ofColumn: $0, of: state) }
      if values.count == columns.count { return values }
    }
    if Signal.isTracking { for column in columns { state.signal(column).depend() } }
    // One image contains the values of one commit. Two separate reads could see different commits,
    // because another thread may publish a commit between the reads.
    let image = state.currentImage
    let first = image.count - definition.columns.count
    return columns.map { image[first + $0] }
  }

  /// The entity that was assigned to the reference while the referring entity had no row, or nil if
  /// there is none, or if the insertion of the row was committed.
  var held: (any Entity)? { state.detachedReference(heldPlace) }

  /// The dictionary key of the referenced entity in ``StateExtras/references``.
  var heldPlace: Int { definition.columns.count + index }

  /// The key for the printed description of the entity. Reading this property adds no dependency.
  var printed: RowKey? {
    if state.attachedTable == nil, let held { return held._$key }
    return withoutGraphTracking { value }
  }
}
