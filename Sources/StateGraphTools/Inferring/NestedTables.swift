import StateGraphFormats
import StateGraphSQLite

/// Finds a place for each kind of nested records: a table, or a column of JSON text.
///
/// The importer finds the same places by the names of the tables and columns, see
/// `ArrayResolution`. A member without a suitable name or key becomes a column of JSON text, so no
/// value is lost.
final class NestedTables {
  private let tables: InferredTables
  private let keys: KeyChoice
  private let values: KindValues
  private(set) var warnings: [String] = []
  /// The table of each kind that has been placed.
  private var placed: [ObjectIdentifier: InferredTable] = [:]
  private var relations: [RelationName: NestedRelation] = [:]
  /// The members whose arrays and objects are all empty.
  private var empty: [(member: RecordKind, table: InferredTable)] = []
  private var waiting: [(kind: RecordKind, table: InferredTable)] = []
  private let membersInJSON = MembersInJSON()
  /// The kinds whose records can be mentioned several times.
  private var mentions: [(kind: RecordKind, key: String)] = []

  /// A member of the records of one table.
  private struct RelationName: Hashable {
    let owner: ObjectIdentifier
    let member: ExactName
    let isArray: Bool
  }

  init(_ tables: InferredTables, _ keys: KeyChoice) {
    (self.tables, self.keys) = (tables, keys)
    values = KindValues(area: keys.area)
  }

  /// Finds places for all kinds below the records of a table.
  func place(_ kind: RecordKind, in table: InferredTable) throws(ImportError) {
    waiting.append((kind, table))
    while !waiting.isEmpty {
      let (owner, table) = waiting.removeFirst()
      for member in owner.members { try place(member, of: owner, in: table) }
    }
  }

  /// Finds places for empty arrays and objects, and warns of links that the tables cannot store.
  ///
  /// Call this after all kinds have been placed.
  func finish() throws(ImportError) {
    for (member, table) in empty where relations[name(member, table)] == nil {
      addJSON(member, to: table)
    }
    membersInJSON.removeRecords(from: tables)
    for (kind, key) in mentions {
      for member in kind.members where placed[ObjectIdentifier(member)] != nil {
        guard let memberKey = member.key, member.role == .array,
          try values.namesDiffer(kind, key, member, memberKey)
        else { continue }
        warnings.append(
          "records with the same \(key) under \(kind.name) have different \(member.name): the "
            + "tables contain all of them, but not which record names which of them"
        )
      }
    }
  }

  private func addJSON(_ member: RecordKind, to table: InferredTable) {
    membersInJSON.add(member, of: table)
    if table.addJSON(member.member) { return }
    let place = member.shapes.first.map { commentText("\($0.place)") } ?? ""
    warnings.append(
      "\(table.name): \(member.name) contains objects or arrays (\(place)), which import cannot "
        + "store, because another member has the name \(member.member)_json: rename it"
    )
  }

  private func name(_ member: RecordKind, _ owner: InferredTable) -> RelationName {
    RelationName(
      owner: ObjectIdentifier(owner),
      member: ExactName(member.member),
      isArray: member.role == .array
    )
  }

  private func place(
    _ member: RecordKind,
    of owner: RecordKind,
    in table: InferredTable
  ) throws(ImportError) {
    guard !member.filled.isEmpty || member.isIrregular else {
      membersInJSON.note(member, of: owner, in: table)
      empty.append((member, table))
      return
    }
    membersInJSON.note(member, of: owner, in: table)
    let name = name(member, table)
    let placement = NestedPlacement(member, of: owner, in: table, tables, keys)
    let isFirst = placed[ObjectIdentifier(member)] == nil
    guard
      let relation = try placement.relation(
        known: relations[name],
        target: placed[ObjectIdentifier(member)]
      )
    else {
      relations[name] = relations[name] ?? .json
      addJSON(member, to: table)
      return
    }
    relations[name] = relation
    if case .reference(_, let column) = relation {
      membersInJSON.note(column, for: member, of: table)
    }
    guard isFirst, let target = relation.target else { return }
    placed[ObjectIdentifier(member)] = target
    waiting.append((member, target))
    if let key = member.key, relation.isOfMentions { mentions.append((member, key)) }
  }
}
