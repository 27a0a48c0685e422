import StateGraphFormats
import StateGraphSQLite

/// Decides where each kind of nested records is stored: in a table, or in a column of JSON text.
///
/// The importer must find the same tables and columns by their names, see `ArrayResolution`. If a
/// member has no suitable name or key for this, it becomes a column of JSON text, so that no value
/// is lost.
final class NestedTables {
  private let tables: InferredTables
  private let keys: KeyChoice
  private let values: KindValues
  private(set) var warnings: [String] = []
  /// The table that each kind of records got first, by the identity of the kind.
  private var placed: [ObjectIdentifier: InferredTable] = [:]
  private var relations: [MemberName: NestedRelation] = [:]
  /// The members whose arrays and objects are all empty. ``finish(_:)`` decides about them at the
  /// end.
  private var empty: [(member: RecordKind, table: InferredTable)] = []
  private var waiting: [(kind: RecordKind, table: InferredTable)] = []
  /// The pairs of a kind and a table that have been handled. A kind can be in several tables, and
  /// the members of its records need a decision in each of them.
  private var places: Set<Place> = []
  /// The kinds whose records can occur in several enclosing records, with the key that identifies
  /// them.
  private var mentions: [(kind: RecordKind, key: String)] = []

  private struct Place: Hashable {
    let kind: ObjectIdentifier
    let table: ObjectIdentifier
  }

  init(_ tables: InferredTables, keys: KeyChoice) {
    (self.tables, self.keys) = (tables, keys)
    values = KindValues(area: keys.area)
  }

  /// Decides where the records that are nested in the records of `table` are stored, at every
  /// depth.
  func place(_ kind: RecordKind, in table: InferredTable) throws(ImportError) {
    wait(for: kind, in: table)
    while !waiting.isEmpty {
      let (owner, table) = waiting.removeFirst()
      for member in owner.members { try place(member, of: owner, in: table) }
    }
  }

  private func wait(for kind: RecordKind, in table: InferredTable) {
    let place = Place(kind: ObjectIdentifier(kind), table: ObjectIdentifier(table))
    if places.insert(place).inserted { waiting.append((kind, table)) }
  }

  /// Decides about empty arrays and objects, and adds a warning for connections that the tables
  /// cannot store. Call this function after ``place(_:in:)`` was called for all kinds.
  ///
  /// - Parameter roots: The groups of records that are not nested, with their tables.
  func finish(_ roots: [(shape: RecordShape, table: InferredTable)]) throws(ImportError) {
    for (member, table) in empty where relations[name(member, owner: table)] == nil {
      addJSON(member, to: table)
    }
    let stored = StoredRecords(relations: relations)
    for root in roots { stored.mark(root.shape, in: root.table) }
    for table in tables.all { table.removeOtherRecords() }
    for (kind, key) in mentions {
      for member in kind.members where placed[ObjectIdentifier(member)] != nil {
        guard let memberKey = member.key, member.role == .array,
          try values.namesDiffer(kind, key: key, member: member, memberKey: memberKey)
        else { continue }
        warnings.append(
          "records with the same \(key) under \(kind.name) have different \(member.name): the "
            + "tables contain all of them, but not which record names which of them"
        )
      }
    }
  }

  /// Adds a column of JSON text, in which the importer stores all objects and arrays of a member.
  /// If the name of the column is taken, adds a warning.
  private func addJSON(_ member: RecordKind, to table: InferredTable) {
    for isArray in [true, false] {
      relations[MemberName(member.member, of: table, isArray: isArray)] = .json
    }
    if table.addJSON(member.member) { return }
    let place = member.shapes.first.map { commentText("\($0.place)") } ?? ""
    warnings.append(
      "\(table.name): \(member.name) contains objects or arrays (\(place)), which import cannot "
        + "store, because another member has the name \(member.member)_json: rename it"
    )
  }

  private func name(_ member: RecordKind, owner: InferredTable) -> MemberName {
    MemberName(member.member, of: owner, isArray: member.role == .array)
  }

  private func place(
    _ member: RecordKind,
    of owner: RecordKind,
    in table: InferredTable
  ) throws(ImportError) {
    guard !member.filled.isEmpty || member.isIrregular else {
      empty.append((member, table))
      return
    }
    let name = name(member, owner: table)
    let placement = NestedPlacement(member, of: owner, in: table, tables: tables, keys: keys)
    guard
      let relation = try placement.relation(
        known: relations[name],
        target: placed[ObjectIdentifier(member)]
      )
    else {
      addJSON(member, to: table)
      return
    }
    relations[name] = relation
    guard let target = relation.target else { return }
    wait(for: member, in: target)
    guard placed[ObjectIdentifier(member)] == nil else { return }
    placed[ObjectIdentifier(member)] = target
    if let key = member.key, relation.isOfMentions { mentions.append((member, key)) }
  }
}
