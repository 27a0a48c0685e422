import StateGraphFormats
import StateGraphSQLite

/// A join table that connects the records of a table with the elements of an array.
struct InferredJoinTable {
  private let kind: RecordKind
  private let owner: InferredTable
  private let element: InferredTable
  private let tables: InferredTables
  private let values: KindValues
  private let name: String

  /// Returns nil if another table has the name that the importer finds.
  init?(
    _ kind: RecordKind,
    _ owner: InferredTable,
    _ element: InferredTable,
    _ tables: InferredTables,
    _ values: KindValues
  ) {
    let name = owner.singular + "_" + kind.member
    guard tables.named(name) == nil else { return nil }
    (self.kind, self.owner, self.element) = (kind, owner, element)
    (self.tables, self.values, self.name) = (tables, values, name)
  }

  /// Creates the table.
  ///
  /// - Parameters:
  ///   - key: The name of the member that identifies an element.
  ///   - attributes: The members of the elements that describe the link, in snake case.
  func make(_ key: String, attributes: [String] = []) throws(ImportError) -> InferredTable {
    let join = tables.table(name)
    join.isJoin = true
    let elements = elementColumns
    let owners = ownerColumns(besides: elements)
    add(owners, to: owner, join)
    add(elements, to: element, join)
    join.addMade("position", type: InferredType("INTEGER"))
    kind.add(attributes, to: join)
    // Where an array contains an element twice, only the position tells both apart.
    let repeats = try values.repeats(kind, key)
    join.key = owners + (repeats ? ["position"] : elements)
    join.keyNote = "one row for each element of the array \(kind.name)"
    return join
  }

  /// Returns whether the table has no key column with this name.
  func isFree(_ name: String) -> Bool {
    let elements = elementColumns
    return !(elements + ownerColumns(besides: elements) + ["position"]).contains {
      $0.isSameName(as: name)
    }
  }

  private func add(_ columns: [String], to table: InferredTable, _ join: InferredTable) {
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

  /// If both tables are the same, the importer finds the element's column by the name of the
  /// member.
  private var elementColumns: [String] {
    guard owner === element else {
      return element.key.map { key in
        let name = InferredTables.referring(to: key, of: element)
        // The importer stores the index of the element in a column with the name position.
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
  /// Adds the values of members that describe a link to the columns of a join table.
  func add(_ attributes: [String], to join: InferredTable) {
    for name in attributes {
      if let profile = profile(attribute: name) { join.addAttribute(name, profile) }
    }
  }

  /// Returns the statistics of a member that some groups of records may lack.
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
