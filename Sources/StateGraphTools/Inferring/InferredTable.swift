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
    var isMention = false
    /// Whether the importer stores this group of records in this table.
    var isStored = false
    /// The index of the temporary column for each column name.
    var staged: [ExactName: Int] = [:]
    /// The number of records that have a value, for each column name.
    var valueCounts: [ExactName: Int64] = [:]

    /// The temporary columns that are all NULL in a record that contains only its key. Nil if such
    /// a record has only one member.
    var bareColumns: [Int]?

    /// The largest number of records in this group that the importer can store as rows.
    var storedCount: Int64 { shape.rowCount - (isMention ? shape.singleMemberCount : 0) }
  }

  struct Column {
    let name: String
    var profile: ColumnProfile?
    /// The type of a column that is not in the input, or nil.
    ///
    /// The type of a foreign key is that of the referenced key.
    var givenType: InferredType?
    /// The key column that the column refers to. Nil for other columns.
    var referredKey: (table: String, column: String)?
    /// Whether the column stores objects and arrays as JSON text.
    var holdsJSON = false

    /// Whether no member of the input has the name of the column. The importer makes the values.
    var isMade: Bool { givenType != nil }

    var type: InferredType { givenType ?? profile?.type ?? InferredType("TEXT") }
  }

  let name: String
  private(set) var parts: [Part] = []
  private(set) var columns: [Column] = []
  var key: [String] = []
  var keyNote = ""
  /// The name of the member that identifies a nested record, such as `id`.
  var namedKey: String?
  /// Whether this table is a join table. A join table connects records with the elements of an
  /// array.
  var isJoin = false
  /// Whether the rows are the plain values of arrays.
  var isOfValues = false
  var references: [InferredReference] = []
  /// The members of the records that are objects, in snake case.
  ///
  /// A scalar under the same name must not become a reference. The importer would use it for the
  /// objects.
  var objectMembers: [String] = []
  /// The members of the records that are columns of join tables, in snake case.
  private(set) var linkMembers: [String] = []
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
    if column.holdsJSON { return false }
    if isJoin {
      return references.contains { $0.columns.contains { $0.isSameName(as: column.name) } }
    }
    guard parts.contains(where: { $0.storedCount > 0 }) else { return false }
    let name = ExactName(column.name)
    return parts.allSatisfy { ($0.valueCounts[name] ?? 0) >= $0.storedCount }
  }

  /// Adds a group of records to the table. Each member of the records becomes a column.
  ///
  /// - Parameter excluded: The members that become columns of a join table, in snake case.
  /// - Throws: If SQLite cannot distinguish the names of two members.
  func add(
    _ shape: RecordShape,
    excluding excluded: [String] = []
  ) throws(ImportError) {
    guard !parts.contains(where: { $0.shape === shape }) else { return }
    var part = Part(shape: shape)
    let names = try Self.columnNames(of: shape)
    for (index, profile) in shape.columns.enumerated() where !excluded.containsExactly(names[index])
    {
      // This member is always null, an object or an array. Objects and arrays do not become
      // columns.
      if profile.valueCount == 0, shape.children.lazy.map(\.name).containsExactly(profile.name) {
        continue
      }
      let same = columns.first { $0.name.isSameName(as: names[index]) }
      let name = ExactName(same?.name ?? names[index])
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
    if !excluded.isEmpty { part.bareColumns = part.staged.values.sorted() }
    parts.append(part)
  }

  /// Declares that the importer stores a group of records in this table.
  ///
  /// - Parameter isMention: Whether a record of the group can be only a reference to a row.
  func store(_ shape: RecordShape, isMention: Bool) {
    guard let part = parts.firstIndex(where: { $0.shape === shape }) else { return }
    parts[part].isStored = true
    parts[part].isMention = isMention
  }

  /// Leaves out the groups of records that the importer stores in another table or as JSON text.
  func removeOtherRecords() { parts.removeAll { !$0.isStored } }

  /// Declares that join tables store these members of the records.
  func addLinkMembers(_ names: [String]) {
    linkMembers += names.filter { !linkMembers.containsExactly($0) }
  }

  /// Counts the values that a column gets from the nesting of a group of records.
  func addValues(_ count: Int64, of column: String, in shape: RecordShape) {
    guard let part = parts.firstIndex(where: { $0.shape === shape }) else { return }
    parts[part].valueCounts[ExactName(column), default: 0] += count
  }

  /// Adds a foreign key column. Does nothing if a column with this name exists.
  ///
  /// The nesting of the records determines the values of this column.
  func addReferring(_ name: String, to key: (table: String, column: String)) {
    guard column(name) == nil else { return }
    columns.append(Column(name: name, givenType: InferredType("INTEGER"), referredKey: key))
  }

  /// Adds a column that is not in the input. Does nothing if a column with this name exists.
  func addMade(_ name: String, type: InferredType, isFirst: Bool = false) {
    guard column(name) == nil else { return }
    columns.insert(Column(name: name, givenType: type), at: isFirst ? 0 : columns.count)
  }

  /// Adds the values of a member that describes the link to a column of a join table.
  func addAttribute(_ name: String, _ profile: ColumnProfile) {
    guard let known = columns.firstIndex(where: { $0.name.isSameName(as: name) }) else {
      return columns.append(Column(name: name, profile: profile))
    }
    columns[known].profile?.merge(profile)
  }

  /// Adds the column for the objects and arrays of a member, as JSON text.
  ///
  /// Returns false if a column with its name has another meaning.
  func addJSON(_ member: String) -> Bool {
    let name = member + "_json"
    if let known = column(name) { return known.holdsJSON }
    columns.append(Column(name: name, givenType: InferredType("TEXT"), holdsJSON: true))
    return true
  }

  /// Gives each foreign key column that is not in the input the type of the key that it refers to.
  ///
  /// Returns whether a type has changed.
  func setReferringTypes(_ tables: [InferredTable]) -> Bool {
    var hasChanged = false
    for index in columns.indices {
      guard let key = columns[index].referredKey,
        let target = tables.first(where: { $0.name.isSameName(as: key.table) }),
        let type = target.column(key.column)?.type, type.sql != columns[index].givenType?.sql
      else { continue }
      columns[index].givenType = InferredType(type.sql)
      hasChanged = true
    }
    return hasChanged
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
