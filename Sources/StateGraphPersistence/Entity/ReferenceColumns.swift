import StateGraphSQLite

/// The positions of the columns that store an entity's references by several columns. Each such
/// reference is an ``EntityReference``.
struct ReferenceColumns: @unchecked Sendable {
  // SAFETY: the dictionary is immutable, and all its key paths are Sendable.

  /// One of the columns that together store a reference.
  struct Column: Sendable {
    /// The column's index in ``EntityDefinition/columns``.
    let index: Int
    /// Whether the reference sets the column.
    ///
    /// False if the column belongs to the primary key of the referring entity, to another property,
    /// or to an earlier reference. The reference then only compares the value of the column.
    let isOwn: Bool
  }

  /// One element for each reference: its columns, in the order of the referenced key.
  let columns: [[Column]]
  /// For each reference, its index in ``columns``. The dictionary key is the key path of its
  /// property.
  private let indexes: [AnyKeyPath: Int]

  /// Finds the columns of each reference in `all`. A column that `all` does not contain is added.
  init(_ references: [EntityReference], addingTo all: inout [EntityColumn], key: [String]) {
    var columns: [[Column]] = []
    for reference in references {
      var found: [Column] = []
      for (name, part) in zip(reference.columns, reference.partTypes) {
        let known = all.firstIndex { $0.name.isSameName(as: name) }
        if known == nil { all.append(EntityColumn(of: reference, column: name, part: part)) }
        let isKey = key.contains { $0.isSameName(as: name) }
        found.append(Column(index: known ?? all.count - 1, isOwn: known == nil && !isKey))
      }
      columns.append(found)
    }
    self.columns = columns
    indexes = Dictionary(
      references.enumerated().map { ($1.path, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Returns the index of the reference with the path of a property, or nil if the property is not
  /// a reference by several columns.
  func reference(of path: AnyKeyPath) -> Int? { indexes[path] }
}
