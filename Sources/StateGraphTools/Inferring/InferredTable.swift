import StateGraphFormats
import StateGraphSQLite

/// A table that is being inferred, with the groups of records that become its rows.
final class InferredTable {
  /// A group of records that become rows of the table.
  ///
  /// Temporary columns contain the values of these records.
  struct Part {
    let shape: RecordShape
    /// Whether a record of this group can be only a reference to a row.
    ///
    /// If true, the importer does not store a record that contains only a key.
    let isMention: Bool
    /// The index of the temporary column for each column name.
    var staged: [ExactName: Int] = [:]
    /// The number of records that have a value, for each column name.
    var valueCounts: [ExactName: Int64] = [:]

    /// The number of records in this group that the importer stores as rows.
    var storedCount: Int64 { shape.rowCount - (isMention ? shape.bareCount : 0) }
  }

  struct Column {
    let name: String
    var profile: ColumnProfile?
    /// The type of a foreign key column that is not in the input, or nil.
    ///
    /// The type is that of the referenced key.
    var givenType: InferredType?

    var type: InferredType { givenType ?? profile?.type ?? InferredType("TEXT") }
  }

  let name: String
  private(set) var parts: [Part] = []
  private(set) var columns: [Column] = []
  var key: [String] = []
  var keyNote = ""
  /// Whether the table gets an additional column as its primary key.
  ///
  /// An additional column is necessary if no columns of the input are unique.
  var hasMadeKey = false
  /// The name of the member that identifies a nested record, such as `id`.
  var namedKey: String?
  /// Whether this table is a join table. A join table connects records with the elements of an
  /// array.
  var isJoin = false
  var references: [InferredReference] = []
  var notes: [String] = []

  init(_ name: String) { self.name = name }

  var singular: String { EnglishNoun.singular(name) }
  var hasRoot: Bool { parts.contains { $0.shape.role == .root } }

  func column(_ name: String) -> Column? { columns.first { $0.name.isSameName(as: name) } }

  /// Returns whether every record that the importer stores has a value for `column`.
  ///
  /// If true, the generated SQL declares the column as NOT NULL.
  func isNotNull(_ column: Column) -> Bool {
    if key.contains(where: { $0.isSameName(as: column.name) }) { return true }
    guard parts.contains(where: { $0.storedCount > 0 }) else { return false }
    let name = ExactName(column.name)
    return parts.allSatisfy { ($0.valueCounts[name] ?? 0) >= $0.storedCount }
  }

  /// Adds a group of records to the table. Each member of the records becomes a column.
  ///
  /// - Throws: If SQLite cannot distinguish the names of two members.
  func add(_ shape: RecordShape, isMention: Bool) throws(ImportError) {
    var part = Part(shape: shape, isMention: isMention)
    let names = try Self.columnNames(of: shape)
    for (index, profile) in shape.columns.enumerated() {
      // This member is always null, an object or an array. Objects and arrays do not become
      // columns.
      if profile.valueCount == 0, shape.children.lazy.map(\.name).containsExactly(profile.name) {
        continue
      }
      let name = ExactName(names[index])
      part.staged[name] = index
      part.valueCounts[name] = Int64(profile.valueCount)
      if let known = columns.firstIndex(where: { ExactName($0.name) == name }) {
        if columns[known].profile == nil {
          columns[known].profile = profile
        } else {
          columns[known].profile?.merge(profile)
        }
      } else {
        columns.append(Column(name: names[index], profile: profile))
      }
    }
    parts.append(part)
  }

  /// Adds a foreign key column that is not in the input.
  ///
  /// The nesting of the records determines the values of this column.
  func addReferring(_ name: String, type: InferredType, in shape: RecordShape, count: Int64) {
    guard let part = parts.firstIndex(where: { $0.shape === shape }) else { return }
    parts[part].valueCounts[ExactName(name), default: 0] += count
    if column(name) == nil { columns.append(Column(name: name, givenType: type)) }
  }

  /// Adds a column to a join table. Does nothing if a column with this name exists.
  func addJoining(_ name: String, type: InferredType) {
    if column(name) == nil { columns.append(Column(name: name, givenType: type)) }
  }

  /// Returns the names of the columns in snake case.
  ///
  /// If two names are equal in snake case, both keep their spelling from the input.
  ///
  /// - Throws: If two names differ only in upper and lower case, which SQLite ignores.
  private static func columnNames(of shape: RecordShape) throws(ImportError) -> [String] {
    let snake = shape.columns.map { FoldedName.snakeCase($0.name) }
    var taken: [ExactName: Int] = [:]
    for name in snake { taken[ExactName(name), default: 0] += 1 }
    var names: [String] = []
    for (index, column) in shape.columns.enumerated() {
      let name = taken[ExactName(snake[index])] == 1 ? snake[index] : column.name
      guard !names.contains(where: { $0.isSameName(as: name) }) else {
        throw ImportError(
          .duplicateKey,
          "two names in the input stand for the column \(printable(name))",
          remedy: "SQLite ignores the case of names: rename one of them",
          place: column.place
        )
      }
      names.append(name)
    }
    return names
  }
}
