import StateGraphFormats
import StateGraphSQLite

/// A table that is being inferred, together with the groups of records that become its rows.
final class InferredTable {
  /// A group of records that become rows, with the temporary columns that contain their values.
  struct Part {
    let shape: RecordShape
    /// Whether these records may only refer to rows that other records describe.
    ///
    /// If true, the importer does not store a record that contains only a key.
    let isMention: Bool
    /// The index of the temporary column with the values of each column. The dictionary key is the
    /// column name.
    var staged: [ExactName: Int] = [:]
    /// The number of records that have a value for each column. The dictionary key is the column
    /// name.
    var valueCounts: [ExactName: Int64] = [:]

    /// The number of these records that the importer stores as rows of the table.
    var storedCount: Int64 { shape.rowCount - (isMention ? shape.bareCount : 0) }
  }

  struct Column {
    let name: String
    var profile: ColumnProfile?
    /// The type of a referring column that is not in the input, or nil.
    ///
    /// It is the type of the key that the column refers to.
    var givenType: InferredType?

    var type: InferredType { givenType ?? profile?.type ?? InferredType("TEXT") }
  }

  let name: String
  private(set) var parts: [Part] = []
  private(set) var columns: [Column] = []
  var key: [String] = []
  var keyNote = ""
  /// Whether the primary key is an additional column, because no columns of the input are unique.
  var hasMadeKey = false
  /// The name of the member that identifies the row of a nested record, such as `id`.
  var namedKey: String?
  /// Whether this table is a join table, which links records to the elements of an array.
  var isJoin = false
  var references: [InferredReference] = []
  var notes: [String] = []

  init(_ name: String) { self.name = name }

  var singular: String { EnglishNoun.singular(name) }
  var hasRoot: Bool { parts.contains { $0.shape.role == .root } }

  func column(_ name: String) -> Column? { columns.first { $0.name.isSameName(as: name) } }

  /// Returns whether every record that the importer stores has a value for `column`.
  ///
  /// The generated SQL then declares the column as NOT NULL.
  func isNotNull(_ column: Column) -> Bool {
    if key.contains(where: { $0.isSameName(as: column.name) }) { return true }
    guard parts.contains(where: { $0.storedCount > 0 }) else { return false }
    let name = ExactName(column.name)
    return parts.allSatisfy { ($0.valueCounts[name] ?? 0) >= $0.storedCount }
  }

  /// Adds a group of records to the rows of this table, and their members to its columns.
  ///
  /// - Throws: If two members have names that SQLite cannot distinguish.
  func add(_ shape: RecordShape, isMention: Bool) throws(ImportError) {
    var part = Part(shape: shape, isMention: isMention)
    let names = try Self.columnNames(of: shape)
    for (index, profile) in shape.columns.enumerated() {
      // This member is an object or array in some records and null in the others, so it does not
      // become a column.
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

  /// Adds a referring column that is not in the input.
  ///
  /// The nesting of the records implies the values of this column.
  func addReferring(_ name: String, type: InferredType, in shape: RecordShape, count: Int64) {
    guard let part = parts.firstIndex(where: { $0.shape === shape }) else { return }
    parts[part].valueCounts[ExactName(name), default: 0] += count
    if column(name) == nil { columns.append(Column(name: name, givenType: type)) }
  }

  /// Adds a column to a join table, unless the table already has a column with this name.
  func addJoining(_ name: String, type: InferredType) {
    if column(name) == nil { columns.append(Column(name: name, givenType: type)) }
  }

  /// Returns the names of the columns in snake case. The importer can connect them with the names
  /// in the input.
  ///
  /// If two names are equal in snake case, both keep their spelling from the input.
  ///
  /// - Throws: If two names differ only in the case of letters, because SQLite ignores the case of
  ///   names.
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
