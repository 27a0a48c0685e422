import StateGraphFormats
import StateGraphSQLite

/// A table under inference, with the record shapes whose records become its rows.
final class InferredTable {
  /// The records of one shape, and their columns in the staging area.
  struct Part {
    let shape: RecordShape
    /// Whether the records refer to rows that other records may describe. The importer then does
    /// not store a record that consists of a key alone.
    let isMention: Bool
    /// The index of the staging column, by the name of the column.
    var staged: [ExactName: Int] = [:]
    /// The number of records with a value, by the name of the column.
    var valueCounts: [ExactName: Int64] = [:]

    /// The number of rows that the importer stores.
    var storedCount: Int64 { shape.rowCount - (isMention ? shape.bareCount : 0) }
  }

  struct Column {
    let name: String
    var profile: ColumnProfile?
    /// The type of a referencing column that is not in the input: that of the referenced key.
    var givenType: InferredType?

    var type: InferredType { givenType ?? profile?.type ?? InferredType("TEXT") }
  }

  let name: String
  private(set) var parts: [Part] = []
  private(set) var columns: [Column] = []
  var key: [String] = []
  var keyNote = ""
  /// Whether the key is an added column, because no columns of the input are unique.
  var hasMadeKey = false
  /// The member by which nested records identify rows.
  var namedKey: String?
  /// Whether the table is a join table for the elements of an array.
  var isJoin = false
  var references: [InferredReference] = []
  var notes: [String] = []

  init(_ name: String) { self.name = name }

  var singular: String { EnglishNoun.singular(name) }
  var hasRoot: Bool { parts.contains { $0.shape.role == .root } }

  func column(_ name: String) -> Column? { columns.first { $0.name.isSameName(as: name) } }

  /// Returns whether every record that the importer stores has a value.
  func isNotNull(_ column: Column) -> Bool {
    if key.contains(where: { $0.isSameName(as: column.name) }) { return true }
    guard parts.contains(where: { $0.storedCount > 0 }) else { return false }
    let name = ExactName(column.name)
    return parts.allSatisfy { ($0.valueCounts[name] ?? 0) >= $0.storedCount }
  }

  /// Adds the records of a shape to the table.
  func add(_ shape: RecordShape, isMention: Bool) throws(ImportError) {
    var part = Part(shape: shape, isMention: isMention)
    let names = try Self.columnNames(of: shape)
    for (index, profile) in shape.columns.enumerated() {
      // The member is an object or array in some records and null in the others.
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

  /// Adds the column of a reference that the nesting of the records implies.
  func addReferring(_ name: String, type: InferredType, in shape: RecordShape, count: Int64) {
    guard let part = parts.firstIndex(where: { $0.shape === shape }) else { return }
    parts[part].valueCounts[ExactName(name), default: 0] += count
    if column(name) == nil { columns.append(Column(name: name, givenType: type)) }
  }

  /// Adds a column of a join table.
  func addJoining(_ name: String, type: InferredType) {
    if column(name) == nil { columns.append(Column(name: name, givenType: type)) }
  }

  /// Returns the names of the columns: in snake case, which the importer recognises. A name whose
  /// snake case is not unique is kept as the input has it.
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
