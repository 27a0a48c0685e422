import StateGraphFormats
import StateGraphSQLite

/// Builds the inferred tables from the records of all inputs.
///
/// Each kind of record becomes a table. Nested records also need foreign keys and join tables.
struct SchemaAssembly {
  private let area: StagingArea
  private(set) var tables: [InferredTable] = []
  /// Problems that an import of these inputs will have. Each text is a sentence without a full
  /// stop.
  private(set) var warnings: [String] = []
  private var links: [Link] = []

  /// An array that becomes a join table, because several records can contain the same element.
  private struct Link {
    let owner: InferredTable
    let element: InferredTable
    let shape: RecordShape
  }

  init(_ roots: [RecordShape], in area: StagingArea) throws(ImportError) {
    self.area = area
    for root in roots { try table(FoldedName.snakeCase(root.name)).add(root, isMention: false) }
    for root in roots { try nest(root, in: table(FoldedName.snakeCase(root.name))) }
    for table in tables where table.hasRoot || table.key.isEmpty { try chooseKey(of: table) }
    for link in links { try join(link) }
    for root in roots {
      guard let place = root.firstStrayQuote else { continue }
      let fields = root.strayQuotes == 1 ? "1 field contains" : "\(root.strayQuotes) fields contain"
      warnings.append(
        "\(root.name): \(fields) a quote without being in quotes, the first at "
          + commentText("\(place)")
      )
    }
    var search = ReferenceSearch(tables, in: area)
    try search.run()
    for table in tables {
      guard let dangling = try search.mentionsOfNothing(in: table) else { continue }
      warnings.append(
        "\(table.name): \(dangling.missing) nested records consist of a key alone, and no record "
          + "describes the row (the first are at \(commentText("\(dangling.place)"))): import with "
          + "--dangling null or keep, or together with the file that describes them"
      )
    }
  }

  private mutating func table(_ name: String) -> InferredTable {
    if let known = tables.first(where: { $0.name.isSameName(as: name) }) { return known }
    let made = InferredTable(name)
    tables.append(made)
    return made
  }

  // MARK: - Nested records

  private mutating func nest(
    _ shape: RecordShape,
    in table: InferredTable
  ) throws(ImportError) {
    for child in shape.children {
      switch child.role {
      case .object: try nestObject(child, in: shape, of: table)
      case .array, .root: try nestArray(child, in: shape, of: table)
      }
    }
  }

  /// Makes each nested object with a key a row of another table.
  ///
  /// The enclosing record gets a foreign key that refers to this row.
  private mutating func nestObject(
    _ child: RecordShape,
    in shape: RecordShape,
    of table: InferredTable
  ) throws(ImportError) {
    let member = FoldedName.snakeCase(child.name)
    guard let key = keyMember(of: child) else {
      return refuse(child, in: table, because: "objects without an id")
    }
    let name = try sameRecords(as: child, key) ?? EnglishNoun.plural(member)
    let target = self.table(name)
    try target.add(child, isMention: true)
    if target.namedKey == nil { target.namedKey = FoldedName.snakeCase(key) }
    if !target.hasRoot { target.key = [FoldedName.snakeCase(key)] }
    let part = table.parts.first { $0.shape === shape }
    let isWritten = (part?.valueCounts[ExactName(member)] ?? 0) > 0
    let column = isWritten ? member : member + "_id"
    let type = target.column(FoldedName.snakeCase(key))?.type ?? InferredType("TEXT")
    table.addReferring(column, type: type, in: shape, count: child.rowCount)
    if !table.references.contains(where: { $0.isOf([column]) }) {
      table.references.append(
        InferredReference(
          columns: [column],
          table: target.name,
          referencedColumns: [FoldedName.snakeCase(key)],
          note: "the objects under \(child.name)"
        )
      )
    }
    try nest(child, in: target)
  }

  /// Makes each element of an array a row of a table.
  ///
  /// If only one record contains the element, the row refers to that record. If several records
  /// contain the same element, a join table connects them.
  private mutating func nestArray(
    _ child: RecordShape,
    in shape: RecordShape,
    of table: InferredTable
  ) throws(ImportError) {
    let name = FoldedName.snakeCase(child.name)
    let isOfScalars = child.columns.allSatisfy { $0.name == "value" } && child.children.isEmpty
    if isOfScalars {
      let column = try child.scalarColumn(at: child.place)
      let profile = child.columns[column]
      guard profile.nested == nil, !profile.hasLongValue else {
        return refuse(child, in: table, because: profile.nested?.reason ?? "long texts in an array")
      }
      let target = self.table(name)
      if !target.hasRoot {
        try target.add(child, isMention: false)
        target.key = ["value"]
      }
      links.append(Link(owner: table, element: target, shape: child))
      return
    }
    guard child.scalarColumn == nil else {
      return refuse(child, in: table, because: "objects and bare values in one array")
    }
    let target = self.table(name)
    guard let key = keyMember(of: child) else {
      try target.add(child, isMention: false)
      try own(child, by: shape, of: table, as: target)
      return try nest(child, in: target)
    }
    let isShared = try isShared(child, key)
    try target.add(child, isMention: isShared)
    if target.namedKey == nil { target.namedKey = FoldedName.snakeCase(key) }
    if !target.hasRoot { target.key = [FoldedName.snakeCase(key)] }
    if isShared {
      links.append(Link(owner: table, element: target, shape: child))
    } else {
      try own(child, by: shape, of: table, as: target)
    }
    try nest(child, in: target)
  }

  /// Adds a foreign key from array elements to the record that contains them.
  ///
  /// Elements without an id also need a primary key. It consists of the parent's key and the first
  /// member that is unique within the parent.
  private mutating func own(
    _ child: RecordShape,
    by shape: RecordShape,
    of table: InferredTable,
    as target: InferredTable
  ) throws(ImportError) {
    if table.key.isEmpty { try chooseKey(of: table) }
    let columns = table.key.map { Self.referring(to: $0, of: table) }
    for (column, key) in zip(columns, table.key) {
      let type = table.column(key)?.type ?? InferredType("INTEGER")
      target.addReferring(column, type: type, in: child, count: child.rowCount)
    }
    if !target.references.contains(where: { $0.isOf(columns) }) {
      target.references.append(
        InferredReference(
          columns: columns,
          table: table.name,
          referencedColumns: table.key,
          note: "the records that have the array \(child.name)"
        )
      )
    }
    guard target.key.isEmpty, !target.hasRoot else { return }
    // An array element without an id gets a key with two parts. The first part is the parent's key.
    // The second part is a member that is unique within the parent.
    for (index, profile) in child.columns.enumerated()
    where profile.valueCount == Int(child.rowCount) && profile.type.isKeyType
      && !profile.hasLongValue
    {
      let column = StagingTable.column(index)
      let distinct = try area.count(
        """
        SELECT count(*) FROM
          (SELECT DISTINCT parent, \(column: column) FROM temp.\(table: child.staging.name))
        """
      )
      if distinct == child.rowCount {
        target.key = columns + [FoldedName.snakeCase(profile.name)]
        target.keyNote = "unique within the record of the array"
        return
      }
    }
  }

  private mutating func refuse(
    _ child: RecordShape,
    in table: InferredTable,
    because reason: String
  ) {
    let text =
      "\(child.name) contains \(reason) (\(commentText("\(child.place)"))), which import cannot "
      + "store: give them an id, or leave the member out"
    table.notes.append(text)
    warnings.append("\(table.name): " + text)
  }

  /// Returns the name of the member that identifies the records of `shape`, such as `id`.
  ///
  /// The member must have a usual name for a key and a value in every record. Returns nil if there
  /// is none.
  private func keyMember(of shape: RecordShape) -> String? {
    let member = FoldedName.snakeCase(shape.name)
    let singular = EnglishNoun.singular(member)
    let names = ["id", singular + "_id", member + "_id", "uuid", "guid", "code", "key", "slug"]
    for name in names {
      let found = shape.columns.first { FoldedName.snakeCase($0.name).isSameName(as: name) }
      guard let found, found.valueCount == Int(shape.rowCount), found.valueCount > 0 else {
        continue
      }
      if found.type.isKeyType, !found.hasLongValue { return found.name }
    }
    return nil
  }

  /// Returns whether several parent records contain an element with the same key.
  ///
  /// If so, a join table is necessary.
  private func isShared(_ shape: RecordShape, _ key: String) throws(ImportError) -> Bool {
    guard let index = shape.columnIndex(key) else { return false }
    let column = StagingTable.column(index)
    return try area.count(
      """
      SELECT EXISTS (SELECT 1 FROM temp.\(table: shape.staging.name)
        GROUP BY \(column: column) HAVING count(DISTINCT parent) > 1)
      """
    ) == 1
  }

  /// Returns the name of a table that describes the same kind of records as these objects, or nil.
  ///
  /// For example, the `author` objects of posts are rows of the table `users`. The table has the
  /// name of the member, or it has all members and all keys of the objects.
  private func sameRecords(
    as child: RecordShape,
    _ key: String
  ) throws(ImportError) -> String? {
    let member = FoldedName.snakeCase(child.name)
    let named = [member, EnglishNoun.plural(member)]
    if let table = tables.first(where: { named.containsExactly($0.name) }) { return table.name }
    let names = child.columns.filter { $0.valueCount > 0 }.map { FoldedName.snakeCase($0.name) }
    guard names.count > 1, let index = child.columnIndex(key) else { return nil }
    let column = StagingTable.column(index)
    for table in tables where table.hasRoot && names.allSatisfy({ table.column($0) != nil }) {
      guard let root = table.parts.first(where: { $0.shape.role == .root }),
        let staged = root.staged[ExactName(FoldedName.snakeCase(key))], root.shape !== child.parent
      else { continue }
      let missing = try area.count(
        """
        SELECT count(*) FROM temp.\(table: child.staging.name) WHERE \(column: column) NOT IN
          (SELECT \(column: StagingTable.column(staged)) FROM temp.\(table: root.shape.staging.name)
            WHERE \(column: StagingTable.column(staged)) IS NOT NULL)
        """
      )
      if missing == 0 { return table.name }
    }
    return nil
  }

  // MARK: - Keys and joins

  private mutating func chooseKey(of table: InferredTable) throws(ImportError) {
    guard table.key.isEmpty else { return }
    if let name = table.parts.compactMap(\.shape.recordKeyName).first {
      (table.key, table.keyNote) = ([name], "the names of the members that contain the records")
      return
    }
    if let found = try KeySearch(table, in: area).run() {
      (table.key, table.keyNote) = (found.columns, found.note)
      return
    }
    table.hasMadeKey = true
    table.key = [table.column("id") == nil ? "id" : table.singular + "_row_id"]
    table.keyNote =
      "no three columns together are unique; import needs this column in the input, with a number "
      + "for each record"
    warnings.append("\(table.name): \(table.keyNote) (column \(table.key[0]))")
  }

  private mutating func join(_ link: Link) throws(ImportError) {
    let (owner, element) = (link.owner, link.element)
    let name = owner.singular + "_" + element.name
    guard !tables.contains(where: { $0.name.isSameName(as: name) }) else { return }
    let join = InferredTable(name)
    let isSame = owner === element
    var key: [String] = []
    for (table, prefix) in [(owner, ""), (element, isSame ? "other_" : "")] {
      let columns = table.key.map { prefix + Self.referring(to: $0, of: table) }
      for (column, part) in zip(columns, table.key) {
        let type = table.column(part)?.type ?? InferredType("INTEGER")
        join.addJoining(column, type: type)
      }
      join.references.append(
        InferredReference(
          columns: columns,
          table: table.name,
          referencedColumns: table.key,
          note: ""
        )
      )
      key += columns
    }
    join.addJoining("position", type: InferredType("INTEGER"))
    join.key = key
    join.keyNote = "one row for each element of the array \(link.shape.name)"
    join.isJoin = true
    tables.append(join)
  }

  /// Returns a name for a column that refers to a key.
  ///
  /// Examples are `book_id` for the key `id` of books, and `country_code` for the key `code` of
  /// countries. A table of plain values, such as tags, gives the name `tag`.
  private static func referring(to key: String, of table: InferredTable) -> String {
    if key == "value" { return table.singular }
    return key.hasPrefix(table.singular + "_") ? key : table.singular + "_" + key
  }
}
