import StateGraphImport
import StateGraphSQLite

/// Builds the tree of record shapes for a nested export. A ``NestingShape`` lists the members of a
/// record.
struct ShapeBuilder {
  /// The maximum number of nested levels of records. The importer reads JSON with up to 128 levels
  /// of brackets, and a record in an array uses two levels.
  private static let maximumDepth = 30
  /// The maximum number of shapes in the tree. Without this limit, the tree could become too large
  /// for tables that refer to each other.
  private static let maximumShapeCount = 1_000

  private let plan: ImportPlan
  private let placements: TablePlacements
  private var shapeCount = 0

  init(_ plan: ImportPlan, placements: TablePlacements) {
    self.plan = plan
    self.placements = placements
  }

  /// Builds the shape of the records of one table, with the shapes of all records that are nested
  /// in them.
  ///
  /// - Parameters:
  ///   - index: The index of the table.
  ///   - omitted: The indices of the columns that the records leave out, because the enclosing
  ///     record implies their values.
  ///   - path: The indices of this table and of the tables of all enclosing records.
  ///   - isOwner: Whether each record also contains the rows that refer to it.
  mutating func shape(
    of index: Int,
    omitting omitted: [Int],
    path: Set<Int>,
    isOwner: Bool
  ) -> NestingShape {
    shapeCount += 1
    let table = plan.tables[index]
    let columns = table.schema.columns.indices.filter { table.column($0).generation == .none }
    var members: [NestingShape.Member] = []
    for (place, column) in columns.enumerated() where !omitted.contains(column) {
      members.append(member(column, at: place, of: index, path: path))
    }
    for placement in isOwner ? placements.byOwner[index] ?? [] : [] {
      members.append(member(placement, of: index, columns: columns, path: path))
    }
    return NestingShape(table: table, index: index, columns: columns, members: members)
  }

  private mutating func member(
    _ column: Int,
    at place: Int,
    of index: Int,
    path: Set<Int>
  ) -> NestingShape.Member {
    let table = plan.tables[index]
    let name = table.column(column).name
    guard let number = table.foreignKeys.firstIndex(where: { $0.columns == [column] }),
      isEmbedded(table.foreignKeys[number], of: table, path: path),
      let member = referenceName(name, number: number, in: index)
    else { return .value(JSONKey(name), at: place) }
    let key = table.foreignKeys[number]
    let shape = shape(of: key.parent, omitting: [], path: path.union([key.parent]), isOwner: true)
    let lookup = NestingShape.Lookup(
      shape: shape,
      sql: Self.select(shape, where: key.parentColumns),
      parameters: [place]
    )
    return .reference(JSONKey(member), bare: JSONKey(name), at: place, lookup)
  }

  /// Returns whether a record contains the complete row to which its foreign key `key` refers.
  /// Returns false if another part of the export contains this row, or if a row of the same table
  /// encloses the record. The record then contains the value of the foreign key instead.
  private func isEmbedded(_ key: ForeignKeyPlan, of table: TablePlan, path: Set<Int>) -> Bool {
    let parent = plan.tables[key.parent]
    return !placements.complete.contains(key.parent) && !path.contains(key.parent)
      && !parent.keyIndexes.isEmpty && key.isExact(of: table, parent: parent)
      && path.count < Self.maximumDepth && shapeCount < Self.maximumShapeCount
  }

  /// Returns the member name for a referenced row, such as `author` for the column `author_id`.
  ///
  /// The name must lead the importer to the same foreign key. Returns nil if neither `author` nor
  /// `author_id` does.
  private func referenceName(_ column: String, number: Int, in table: Int) -> String? {
    var names = [column]
    if column.utf8.count > 3, String(column.suffix(3)).isSameName(as: "_id") {
      let short = String(column.dropLast(3))
      if plan.tables[table].columnIndex(short) == nil, !isTaken(short, in: table) {
        names.insert(short, at: 0)
      }
    }
    // The importer can read a member as a column or as a referenced row. The value `null` must mean
    // NULL in both cases.
    return names.first {
      plan.resolve($0, form: .object, in: table) == .role(.reference(number))
        && plan.resolve($0, form: .null, in: table) != .unknown
    }
  }

  /// Returns whether a record of `table` has an array of nested rows with this name.
  private func isTaken(_ name: String, in table: Int) -> Bool {
    (placements.byOwner[table] ?? []).contains { placement in
      switch placement {
      case .children(let child, _): plan.tables[child].name.isSameName(as: name)
      case .links(let role, let element):
        plan.tables[element].name.isSameName(as: name)
          || plan.tables[role.joinTable].name.isSameName(as: name)
      }
    }
  }
}

// MARK: - Referring rows

extension ShapeBuilder {
  private mutating func member(
    _ placement: TablePlacements.Placement,
    of owner: Int,
    columns: [Int],
    path: Set<Int>
  ) -> NestingShape.Member {
    switch placement {
    case .children(let child, let number):
      let lookup = children(of: child, number, ownerColumns: columns, path: path)
      return .children(JSONKey(plan.tables[child].name), lookup)
    case .links(let role, let element):
      let join = plan.tables[role.joinTable]
      let links = NestingShape.Links(
        elements: elements(of: element, role, ownerColumns: columns, path: path),
        regularity: Self.regularity(role, join: join, element: plan.tables[element]),
        rowsKey: JSONKey(join.name),
        rows: children(of: role.joinTable, role.ownerKey, ownerColumns: columns, path: path),
        joinTable: role.joinTable
      )
      return .links(JSONKey(plan.tables[element].name), links)
    }
  }

  private mutating func children(
    of child: Int,
    _ number: Int,
    ownerColumns: [Int],
    path: Set<Int>
  ) -> NestingShape.Lookup {
    let key = plan.tables[child].foreignKeys[number]
    let shape = shape(
      of: child,
      omitting: key.columns,
      path: path.union([child]),
      isOwner: mayOwn(child, path: path)
    )
    return NestingShape.Lookup(
      shape: shape,
      sql: Self.select(shape, where: key.columns) + " " + shape.table.schema.keyOrder,
      parameters: key.parentColumns.compactMap { ownerColumns.firstIndex(of: $0) }
    )
  }

  /// Returns whether the records of `table` contain the rows that refer to them. Returns false if
  /// the table encloses these records already, so that the depth of the tree is finite.
  private func mayOwn(_ table: Int, path: Set<Int>) -> Bool {
    !path.contains(table) && path.count < Self.maximumDepth
      && shapeCount < Self.maximumShapeCount
  }

  private mutating func elements(
    of element: Int,
    _ role: LinkRole,
    ownerColumns: [Int],
    path: Set<Int>
  ) -> NestingShape.Lookup {
    let join = plan.tables[role.joinTable]
    let table = plan.tables[element]
    let (ownerKey, elementKey) = (
      join.foreignKeys[role.ownerKey], join.foreignKeys[role.elementKey]
    )
    var shape = shape(
      of: element,
      omitting: [],
      path: path.union([element]),
      isOwner: !placements.complete.contains(element) && mayOwn(element, path: path)
    )
    if placements.complete.contains(element) {
      // Another part of the export contains these rows, so this array needs only their keys.
      let kept = Set(table.keyIndexes + elementKey.parentColumns)
      shape = NestingShape(
        table: table,
        index: element,
        columns: shape.columns,
        members: shape.columns.enumerated().filter { kept.contains($0.element) }.map {
          .value(JSONKey(table.column($0.element).name), at: $0.offset)
        },
        isWhole: false
      )
    }
    let order = role.position.map { [$0] } ?? elementKey.columns
    let sql: SQL = """
      SELECT \(shape.columns.map { "e.\(column: table.column($0).name)" }, separator: ", ")
      FROM main.\(table: join.name) AS j JOIN main.\(table: table.name) AS e
      ON \(Self.matching(elementKey, join: join, element: table))
      WHERE \(Self.equalities(join, columns: ownerKey.columns, prefix: "j."))
      ORDER BY \(order.map { "j.\(column: join.column($0).name)" }, separator: ", ")
      """
    return NestingShape.Lookup(
      shape: shape,
      sql: sql,
      parameters: ownerKey.parentColumns.compactMap { ownerColumns.firstIndex(of: $0) }
    )
  }
}

// MARK: - SQL

extension ShapeBuilder {
  private static func select(_ shape: NestingShape, where columns: [Int]) -> SQL {
    let names = shape.columns.map { shape.table.column($0).name }
    return """
      SELECT \(columns: names) FROM main.\(table: shape.table.name)
      WHERE \(equalities(shape.table, columns: columns, prefix: ""))
      """
  }

  /// Returns an SQL query that tests whether an array can represent the rows of a join table that
  /// belong to a record.
  ///
  /// The importer numbers the elements of an array from 0, so the stored positions must be 0, 1, 2
  /// and so on. In addition, every row to which the join table refers must exist.
  private static func regularity(
    _ role: LinkRole,
    join: TablePlan,
    element: TablePlan
  ) -> SQL {
    let elementKey = join.foreignKeys[role.elementKey]
    var conditions: [SQL] = [
      "count(*) = count(e.\(column: element.column(elementKey.parentColumns[0]).name))"
    ]
    if let position = role.position {
      let name: SQL = "j.\(column: join.column(position).name)"
      conditions += [
        "count(*) = count(DISTINCT \(name))", "min(\(name)) = 0", "max(\(name)) = count(*) - 1",
        "count(*) = sum(typeof(\(name)) = 'integer')",
      ]
    }
    return """
      SELECT count(*), \(conditions, separator: " AND ")
      FROM main.\(table: join.name) AS j LEFT JOIN main.\(table: element.name) AS e
      ON \(matching(elementKey, join: join, element: element))
      WHERE \(equalities(join, columns: join.foreignKeys[role.ownerKey].columns, prefix: "j."))
      """
  }

  private static func matching(
    _ key: ForeignKeyPlan,
    join: TablePlan,
    element: TablePlan
  ) -> SQL {
    let pairs = zip(key.columns, key.parentColumns).map { from, to -> SQL in
      "j.\(column: join.column(from).name) = e.\(column: element.column(to).name)"
    }
    return "\(pairs, separator: " AND ")"
  }

  private static func equalities(
    _ table: TablePlan,
    columns: [Int],
    prefix: SQL
  ) -> SQL {
    let parts = columns.map { "\(prefix)\(column: table.column($0).name) = ?" as SQL }
    return "\(parts, separator: " AND ")"
  }
}
