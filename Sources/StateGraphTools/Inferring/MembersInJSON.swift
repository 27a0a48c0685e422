import StateGraphFormats

/// The members of records that columns of JSON text contain.
///
/// The importer stores all objects and arrays of such a member as JSON text, even those for which
/// another place was found before. The records in them are no rows.
final class MembersInJSON {
  private struct Name: Hashable {
    let table: ObjectIdentifier
    let member: ExactName

    init(_ member: RecordKind, of table: InferredTable) {
      (self.table, self.member) = (ObjectIdentifier(table), ExactName(member.member))
    }
  }

  private struct Member {
    let table: InferredTable
    var kinds: [(kind: RecordKind, owner: RecordKind)] = []
    /// The column that would refer to the objects, or nil.
    var column: String?
    var isInJSON = false
  }

  private var members: [Name: Member] = [:]

  /// Adds the records of a kind under a member of the records of a table.
  func note(_ kind: RecordKind, of owner: RecordKind, in table: InferredTable) {
    members[Name(kind, of: table), default: Member(table: table)].kinds.append((kind, owner))
  }

  /// Stores which column refers to the objects of a member.
  func note(_ column: String, for kind: RecordKind, of table: InferredTable) {
    members[Name(kind, of: table)]?.column = column
  }

  /// Declares that a column of JSON text contains the member.
  func add(_ kind: RecordKind, of table: InferredTable) {
    members[Name(kind, of: table)]?.isInJSON = true
  }

  /// Leaves the records in JSON text out of the tables.
  func removeRecords(from tables: InferredTables) {
    for member in members.values where member.isInJSON {
      for (kind, owner) in member.kinds {
        for shape in kind.shapes where owner.shapes.contains(where: { $0 === shape.parent }) {
          shape.markInJSON()
        }
      }
      if let column = member.column { member.table.clearValues(of: column) }
    }
    for table in tables.all { table.removeRecordsInJSON() }
  }
}
