import StateGraphFormats
import StateGraphSQLite

/// A table that is being inferred from the shapes that give it rows.
final class InferredTable {
  /// Records of one shape, and where each column of the table stands in them.
  struct Part {
    let shape: RecordShape
    /// Rows that only name a row are not stored where they are mentions.
    let isMention: Bool
    /// The staging column of each column, by name.
    var staged: [ExactName: Int] = [:]
    /// How many of the records have a value, by column.
    var valueCounts: [ExactName: Int64] = [:]

    /// The rows that the importer stores.
    var storedCount: Int64 { shape.rowCount - (isMention ? shape.bareCount : 0) }
  }

  struct Column {
    let name: String
    var profile: ColumnProfile?
    /// The type of a column that no input writes itself: that of the key it refers to.
    var givenType: InferredType?

    var type: InferredType { givenType ?? profile?.type ?? InferredType("TEXT") }
  }

  let name: String
  private(set) var parts: [Part] = []
  private(set) var columns: [Column] = []
  var key: [String] = []
  var keyNote = ""
  /// A column that makes rows distinct where no column of the input does.
  var hasMadeKey = false
  /// The key that nested records name their rows by.
  var namedKey: String?
  /// Made of an array: rows of it tie two tables.
  var isJoin = false
  var references: [InferredReference] = []
  var notes: [String] = []

  init(_ name: String) { self.name = name }

  var singular: String { EnglishNoun.singular(name) }
  var hasRoot: Bool { parts.contains { $0.shape.role == .root } }

  func column(_ name: String) -> Column? { columns.first { $0.name.isSameName(as: name) } }

  /// Whether every record that the importer stores has a value.
  func isNotNull(_ column: Column) -> Bool {
    if key.contains(where: { $0.isSameName(as: column.name) }) { return true }
    guard parts.contains(where: { $0.storedCount > 0 }) else { return false }
    let name = ExactName(column.name)
    return parts.allSatisfy { ($0.valueCounts[name] ?? 0) >= $0.storedCount }
  }

  /// Adds the records of a shape.
  func add(_ shape: RecordShape, isMention: Bool) throws(ImportError) {
    var part = Part(shape: shape, isMention: isMention)
    let names = try Self.columnNames(of: shape)
    for (index, profile) in shape.columns.enumerated() {
      // A member that is an object or an array elsewhere, and here and there null.
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

  /// Adds a column that refers to another row by where a record stands.
  func addReferring(_ name: String, type: InferredType, in shape: RecordShape, count: Int64) {
    guard let part = parts.firstIndex(where: { $0.shape === shape }) else { return }
    parts[part].valueCounts[ExactName(name), default: 0] += count
    if column(name) == nil { columns.append(Column(name: name, givenType: type)) }
  }

  /// Adds a column of a table that no input has records of.
  func addJoining(_ name: String, type: InferredType) {
    if column(name) == nil { columns.append(Column(name: name, givenType: type)) }
  }

  /// The columns' names: in snake case, as the importer finds them, where that names one only.
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
          "two names of the input mean column \(printable(name))",
          remedy: "SQLite folds upper and lower case: rename one of them",
          place: column.place
        )
      }
      names.append(name)
    }
    return names
  }
}

/// A foreign key that was found.
struct InferredReference {
  let columns: [String]
  let table: String
  let referencedColumns: [String]
  /// Why it was taken for one.
  let note: String

  func isOf(_ columns: [String]) -> Bool {
    self.columns.map { ExactName($0) } == columns.map { ExactName($0) }
  }
}
