import StateGraphFormats
import StateGraphSQLite

/// A table whose columns, key and references are being inferred, with the groups of records that
/// become its rows.
final class InferredTable {
  /// A group of records (a ``RecordShape``) that become rows of the table. A temporary table
  /// contains the values of these records.
  struct Part {
    let shape: RecordShape
    /// Whether a record of this group that has only a key refers to a row that another record
    /// describes. If true, the importer does not store such a record.
    var isMention = false
    /// Whether the importer stores this group of records in this table. Groups for which it is
    /// false are removed.
    var isStored = false
    /// The index of the temporary column with the values of a column, by the name of the column.
    var staged: [ExactName: Int] = [:]
    /// The number of records in this group that have a value for a column, by the name of the
    /// column.
    var valueCounts: [ExactName: Int64] = [:]

    /// The indices of the temporary columns that become columns of this table. A record has only
    /// its key if all other columns of these are NULL. Nil if all members become columns of this
    /// table; the column `bare` of the temporary table then marks the records that have only a key.
    var bareColumns: [Int]?

    /// The maximum number of records of this group that the importer stores as rows.
    var storedCount: Int64 { shape.rowCount - (isMention ? shape.singleMemberCount : 0) }
  }

  struct Column {
    let name: String
    var profile: ColumnProfile?
    /// The type of a column whose values the importer makes. Nil for a column of the input. A
    /// foreign key column has the type of the key to which it refers.
    var givenType: InferredType?
    /// The table and the key column to which this column refers. Nil if this column does not refer
    /// to a key.
    var referredKey: (table: String, column: String)?
    /// Whether the column stores the objects and arrays of a member as JSON text.
    var holdsJSON = false

    /// Whether the importer makes the values of the column, because no member of the input has its
    /// name.
    var isMade: Bool { givenType != nil }

    var type: InferredType { givenType ?? profile?.type ?? InferredType("TEXT") }
  }

  let name: String
  private(set) var parts: [Part] = []
  private(set) var columns: [Column] = []
  var key: [String] = []
  var keyNote = ""
  /// The name of the member by which nested records refer to rows of this table, such as `id`. Nil
  /// if no nested records with such a member have the name of this table.
  var namedKey: String?
  /// Whether this table is a join table, which connects records with the elements of an array.
  var isJoin = false
  /// Whether the rows of the table are plain values of arrays, such as tags, and not objects.
  var isOfValues = false
  var references: [InferredReference] = []
  /// The members of the records that are objects, in snake case. A scalar column with the same name
  /// must not become a reference, because the importer would use this reference for the objects.
  var objectMembers: [String] = []
  /// The members of the records that became columns of join tables instead of this table, in snake
  /// case.
  private(set) var linkMembers: [String] = []
  var notes: [String] = []

  init(_ name: String) { self.name = name }

  var singular: String { EnglishNoun.singular(name) }
  var hasRoot: Bool { parts.contains { $0.shape.role == .root } }

  func column(_ name: String) -> Column? { columns.first { $0.name.isSameName(as: name) } }

  /// Returns whether every record that the importer stores has a value for `column`. If true, the
  /// generated SQL declares the column as NOT NULL.
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

  /// Adds a group of records to the table. Each member of the records becomes a column, except
  /// those whose values are all objects or arrays.
  ///
  /// - Parameter excluded: The members that become columns of a join table instead, in snake case.
  /// - Throws: An `ImportError` if SQLite cannot distinguish the names of two members.
  func add(
    _ shape: RecordShape,
    excluding excluded: [String] = []
  ) throws(ImportError) {
    guard !parts.contains(where: { $0.shape === shape }) else { return }
    var part = Part(shape: shape)
    let names = try Self.columnNames(of: shape)
    for (index, profile) in shape.columns.enumerated() where !excluded.containsExactly(names[index])
    {
      // The values of this member are null, objects or arrays. The nested records become rows of
      // other tables, so the member needs no column.
      if profile.valueCount == 0,
        profile.isUnnamed || shape.children.lazy.map(\.name).containsExactly(profile.name)
      {
        continue
      }
      let same = columns.first { $0.name.isSameName(as: names[index]) }
      let name = ExactName(same?.name ?? names[index])
      part.staged[name] = index
      let nulls = profile.type.isLenient ? profile.lenientFields.nanCount : 0
      part.valueCounts[name] = Int64(profile.valueCount - nulls)
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
  /// - Parameter isMention: Whether a record that has only a key refers to a row that another
  ///   record describes.
  func store(_ shape: RecordShape, isMention: Bool) {
    guard let part = parts.firstIndex(where: { $0.shape === shape }) else { return }
    parts[part].isStored = true
    parts[part].isMention = isMention
  }

  /// Removes the groups of records that the importer stores in another table or as JSON text. Their
  /// values must not influence this table.
  func removeOtherRecords() { parts.removeAll { !$0.isStored } }

  /// Declares that join tables have columns for these members of the records.
  func addLinkMembers(_ names: [String]) {
    linkMembers += names.filter { !linkMembers.containsExactly($0) }
  }

  /// Records that `count` records of a group have a value for a foreign key column, because they
  /// are nested or have nested records.
  func addValues(_ count: Int64, of column: String, in shape: RecordShape) {
    guard let part = parts.firstIndex(where: { $0.shape === shape }) else { return }
    parts[part].valueCounts[ExactName(column), default: 0] += count
  }

  /// Adds a foreign key column whose values come from the nesting of the records. Does nothing if a
  /// column with this name exists.
  func addReferring(_ name: String, to key: (table: String, column: String)) {
    guard column(name) == nil else { return }
    columns.append(Column(name: name, givenType: InferredType("INTEGER"), referredKey: key))
  }

  /// Adds a column whose values the importer makes. Does nothing if a column with this name exists.
  func addMade(_ name: String, type: InferredType, isFirst: Bool = false) {
    guard column(name) == nil else { return }
    columns.insert(Column(name: name, givenType: type), at: isFirst ? 0 : columns.count)
  }

  /// Identifies the rows of a join table by their positions, because an array contains an element
  /// twice.
  func identifyByPosition() {
    guard isJoin, references.count > 1, !key.containsExactly("position") else { return }
    let elements = references[1].columns
    key = key.filter { !elements.containsExactly($0) } + ["position"]
  }

  /// Adds a member that describes a connection to a join table. If the join table has a column with
  /// this name, its statistics are merged.
  func addAttribute(_ name: String, profile: ColumnProfile) {
    guard let known = columns.firstIndex(where: { $0.name.isSameName(as: name) }) else {
      return columns.append(Column(name: name, profile: profile))
    }
    columns[known].profile?.merge(profile)
  }

  /// Adds a column for the objects and arrays of a member as JSON text. Returns false if a column
  /// with this name has another meaning.
  func addJSON(_ member: String) -> Bool {
    let name = member + "_json"
    if let known = column(name) { return known.holdsJSON }
    columns.append(Column(name: name, givenType: InferredType("TEXT"), holdsJSON: true))
    return true
  }

  /// Gives the foreign key columns that are not in the input the types of the keys to which they
  /// refer. Returns whether a type has changed.
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

  /// Returns the names of the columns in snake case. If two names are equal in snake case, both
  /// keep their spelling from the input.
  ///
  /// - Throws: An `ImportError` if two names differ only in upper and lower case, which SQLite
  ///   ignores.
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
          remedy: "SQLite ignores the case of names: rename one of them, with a mapping "
            + "{\"rename\": {…}}, or in CSV with --columns and --skip-lines 1",
          place: column.place
        )
      }
      names.append(name)
    }
    return names
  }
}
