import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Determines for each table in which other table's records a nested export writes its rows.
struct TablePlacements {
  enum Placement {
    case children(table: Int, foreignKey: Int)
    case links(LinkRole, element: Int)
  }

  private let plan: ImportPlan
  private let root: Int
  private(set) var byOwner: [Int: [Placement]] = [:]
  /// The indices of the tables of which the export contains every row, provided that no foreign key
  /// refers to a missing row.
  private(set) var complete: Set<Int>
  private(set) var notes: [String] = []
  private var placed: Set<Int>

  init(_ plan: ImportPlan, root: Int) {
    self.plan = plan
    self.root = root
    placed = [root]
    complete = [root]
  }

  mutating func placeAll() {
    var owners = [root]
    var next = 0
    while next < owners.count {
      let owner = owners[next]
      next += 1
      for table in plan.tables.indices where !placed.contains(table) {
        guard let placement = placement(of: table, under: owner) else { continue }
        placed.insert(table)
        byOwner[owner, default: []].append(placement)
        guard case .children(_, let number) = placement else {
          if case .links(_, let element) = placement { Self.append(element, to: &owners) }
          continue
        }
        Self.append(table, to: &owners)
        let child = plan.tables[table]
        // The export contains every row of `table` if it contains every row of the owner and no row
        // of `table` has a NULL foreign key. A row with NULL would be nested in no record.
        let isRequired = child.foreignKeys[number].columns.allSatisfy {
          child.column($0).isNotNull || child.keyIndexes.contains($0)
        }
        if isRequired, complete.contains(owner) { complete.insert(table) }
        noteSlowLookup(child, key: child.foreignKeys[number])
      }
      // A record also contains the rows to which it refers. They can contain the rows that refer to
      // them, so the tables of these rows become owners too.
      for key in plan.tables[owner].foreignKeys where key.columns.count == 1 {
        if !complete.contains(key.parent) { Self.append(key.parent, to: &owners) }
      }
    }
  }

  private static func append(_ table: Int, to owners: inout [Int]) {
    if !owners.contains(table) { owners.append(table) }
  }

  private mutating func placement(of table: Int, under owner: Int) -> Placement? {
    let child = plan.tables[table]
    let keys = child.foreignKeys.filter { $0.parent == owner }
    guard !keys.isEmpty, !child.keyIndexes.isEmpty, !hasColumn(named: child.name, owner) else {
      return nil
    }
    guard
      case .role(.children(table, let number)) = plan.resolve(child.name, form: .array, in: owner)
    else {
      let (name, parent) = (printable(child.name), printable(plan.tables[owner].name))
      notes.append("\(name) has several references to \(parent), and is not nested in it")
      return nil
    }
    guard isExact(child.foreignKeys[number], of: child) else { return nil }
    return link(through: table, ownerKey: number, owner)
      ?? .children(table: table, foreignKey: number)
  }

  /// Returns the placement of a pure join table, or nil if `table` is not one.
  ///
  /// A pure join table has only the columns of two foreign keys and perhaps a position. An array in
  /// the owner's record can represent its rows completely.
  private func link(through table: Int, ownerKey: Int, _ owner: Int) -> Placement? {
    let join = plan.tables[table]
    guard join.foreignKeys.count == 2 else { return nil }
    let element = join.foreignKeys[1 - ownerKey].parent
    let name = plan.tables[element].name
    guard case .role(.links(let role)) = plan.resolve(name, form: .array, in: owner),
      role.joinTable == table, !plan.tables[element].keyIndexes.isEmpty,
      !hasColumn(named: name, owner), isExact(join.foreignKeys[role.elementKey], of: join)
    else { return nil }
    let keyColumns =
      join.foreignKeys[role.ownerKey].columns + join.foreignKeys[role.elementKey].columns
    let isPlain = join.schema.columns.indices.allSatisfy {
      keyColumns.contains($0) || $0 == role.position
    }
    let isKeyed = !join.keyIndexes.isEmpty && join.keyIndexes.allSatisfy(keyColumns.contains)
    return isPlain && isKeyed ? .links(role, element: element) : nil
  }

  /// Returns whether a foreign key always has the same bytes as the key to which it refers.
  ///
  /// If the bytes can differ, the row must not be nested: the importer copies the key of the
  /// enclosing record into a nested row, which would change the foreign key.
  private func isExact(_ key: ForeignKeyPlan, of table: TablePlan) -> Bool {
    key.isExact(of: table, parent: plan.tables[key.parent])
  }

  private func hasColumn(named name: String, _ table: Int) -> Bool {
    plan.tables[table].columnIndex(name) != nil
  }

  private mutating func noteSlowLookup(_ table: TablePlan, key: ForeignKeyPlan) {
    let names = key.columns.map { table.column($0).name }
    let isIndexed =
      ([table.schema.primaryKey.map { Optional($0) }]
      + table.schema.indexes.filter { !$0.isPartial }.map(\.columns)).contains { columns in
        columns.first.map { $0?.isSameName(as: names[0]) == true } ?? false
      }
    guard !isIndexed else { return }
    notes.append(
      "\(printable(table.name)) has no index that begins with \(printable(names[0])): the export "
        + "reads the whole table for every enclosing record"
    )
  }
}
