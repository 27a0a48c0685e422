import StateGraphFormats
import StateGraphSQLite

/// A table that is being inferred, with the record shapes whose records become its rows.
final class InferredTable {
  /// The records of one shape, with the staging columns that hold their values.
  struct Part {
    let shape: RecordShape
    /// Whether these records only refer to rows, which other records may describe. The importer
    /// then does not store a record that contains only a key.
    let isMention: Bool
    /// For each column name: the index of the staging column with its values.
    var staged: [ExactName: Int] = [:]
    /// For each column name: the number of records that have a value.
    var valueCounts: [ExactName: Int64] = [:]

    /// The number of these records that the importer stores as rows.
    var storedCount: Int64 { shape.rowCount - (isMention ? shape.bareCount : 0) }
  }

  struct Column {
    let name: String
    var profile: ColumnProfile?
    /// The type of a referencing column that is not in the input. It is the type of the referenced
    /// key.
    var givenType: InferredType?

    var type: InferredType { givenType ?? profile?.type ?? InferredType("TEXT") }
  }

  let name: String
  private(set) var parts: [Part] = []
  private(set) var columns: [Column] = []
  var key: [String] = []
  var keyNote = ""
  /// Whether the primary key is an added column, because no columns of the input are unique.
  var hasMadeKey = false
  /// The name of the member that identifies the row of a nested record.
  var namedKey: String?
  /// Whether this is a join table that links records to the elements of an array.
  var isJoin = false
  var references: [InferredReference] = []
  var notes: [String] = []

  init(_ name: String) { self.name = name }

  var singular: String { EnglishNoun.singular(name) }
  var hasRoot: Bool { parts.contains { $0.shape.role == .root } }

  func column(_ name: String) -> Column? { columns.first { $0.name.isSameName(as: name) } }

  /// Returns whether every record that the importer stores has a value for the column.
  func isNotNull(_ column: Column) -> Bool {
    if key.contains(where: { $0.isSameName(as: column.name) }) { return true }
    guard parts.contains(where: { $0.storedCount > 0 }) else { return false }
    let name = ExactName(column.name)
    return parts.allSatisfy { ($0.valueCounts[name] ?? 0) >= $0.storedCount }
  }

  /// Adds the records of a shape to the rows of this table.
  func add(_ shape: RecordShape, isMention: Bool) throws(ImportError) {
    var part = Part(shape: shape, isMention: isMention)
    let names = try Self.columnNames(of: shape)
    for (index, profile) in shape.columns.enumerated() {
      // This member is an object or array in some records and null in the others, so it is no
      // column.
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

  /// Adds a referencing column that is not in the input: the nesting of the records implies the
  /// reference.
  func addReferring(_ name: String, type: InferredType, in shape: RecordShape, count: Int64) {
    guard let part = parts.firstIndex(where: { $0.shape === shape }) else { return }
    parts[part].valueCounts[ExactName(name), default: 0] += count
    if column(name) == nil { columns.append(Column(name: name, givenType: type)) }
  }

  /// Adds a column to a join table.
  func addJoining(_ name: String, type: InferredType) {
    if column(name) == nil { columns.append(Column(name: name, givenType: type)) }
  }

  /// Returns the names of the table's columns in snake case, which the importer matches to the
  /// names in the input. A name keeps its spelling from the input if its snake case is not unique.
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
