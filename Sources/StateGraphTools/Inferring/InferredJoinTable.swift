import StateGraphFormats
import StateGraphSQLite

/// Makes the join table for an array member of records. The table connects the records of an owner
/// table with the elements of the array.
struct InferredJoinTable {
  private let kind: RecordKind
  private let owner: InferredTable
  private let element: InferredTable
  private let tables: InferredTables
  private let values: KindValues
  private let name: String

  /// Prepares a join table with the name by which the importer finds it. Nil if another table has
  /// this name.
  init?(
    _ kind: RecordKind,
    owner: InferredTable,
    element: InferredTable,
    tables: InferredTables,
    values: KindValues
  ) {
    let name = owner.singular + "_" + kind.member
    guard tables.named(name) == nil else { return nil }
    (self.kind, self.owner, self.element) = (kind, owner, element)
    (self.tables, self.values, self.name) = (tables, values, name)
  }

  /// Creates the join table with its columns, its foreign keys and its primary key.
  ///
  /// - Parameters:
  ///   - key: The name of the member that identifies an element.
  ///   - attributes: The members of the elements that describe the connection and not the element,
  ///     in snake case. They become columns of the join table.
  func make(_ key: String, attributes: [String] = []) throws(ImportError) -> InferredTable {
    let join = tables.table(name)
    join.isJoin = true
    let elements = elementColumns
    let owners = ownerColumns(besides: elements)
    add(owners, to: owner, join: join)
    add(elements, to: element, join: join)
    join.addMade("position", type: InferredType("INTEGER"))
    kind.add(attributes, to: join)
    // If an array contains the same element twice, only the position distinguishes the two rows.
    // Plain values may repeat in later files.
    let repeats = kind.isOfScalars ? true : try values.repeats(kind, key: key)
    join.key = owners + (repeats ? ["position"] : elements)
    join.keyNote = "one row for each element of the array \(kind.name)"
    return join
  }

  /// Returns whether a column of the join table can have this name, because no key column has it.
  func isFree(_ name: String) -> Bool {
    let elements = elementColumns
    return !(elements + ownerColumns(besides: elements) + ["position"]).contains {
      $0.isSameName(as: name)
    }
  }

  private func add(_ columns: [String], to table: InferredTable, join: InferredTable) {
    for (column, key) in zip(columns, table.key) {
      join.addReferring(column, to: (table.name, key))
    }
    join.references.append(
      InferredReference(
        columns: columns,
        table: table.name,
        referencedColumns: table.key,
        note: ""
      )
    )
  }

  /// The columns that refer to the elements. If records and elements are in the same table, the
  /// columns are named after the member, by which the importer finds them.
  private var elementColumns: [String] {
    guard owner === element else {
      return element.key.map { key in
        let name = InferredTables.referring(to: key, of: element)
        // The column `position` is not free, because the importer stores the index of the element
        // in it.
        return name.isSameName(as: "position") ? name + "_" + key : name
      }
    }
    return element.key.map { EnglishNoun.singular(kind.member) + "_" + $0 }
  }

  private func ownerColumns(besides elements: [String]) -> [String] {
    var columns = owner.key.map { InferredTables.referring(to: $0, of: owner) }
    let isTaken = { (name: String) in
      name.isSameName(as: "position") || elements.contains { $0.isSameName(as: name) }
    }
    while columns.contains(where: isTaken) || owner === element && !columns[0].hasPrefix("parent_")
    {
      columns = columns.map { "parent_" + $0 }
    }
    return columns
  }
}

extension RecordKind {
  /// Adds the members that describe a connection as columns of a join table, with the statistics of
  /// their values.
  func add(_ attributes: [String], to join: InferredTable) {
    for name in attributes {
      if let profile = profile(attribute: name) { join.addAttribute(name, profile: profile) }
    }
  }

  /// Returns the statistics of a member in all groups of records that have it. Returns nil if no
  /// group has it.
  private func profile(attribute name: String) -> ColumnProfile? {
    var merged: ColumnProfile?
    for shape in filled {
      guard let index = Self.column(name, of: shape) else { continue }
      if merged == nil {
        merged = shape.columns[index]
      } else {
        merged?.merge(shape.columns[index])
      }
    }
    return merged
  }
}
