import StateGraphFormats
import StateGraphSQLite

/// Decides where the records under one member of a table's records are stored: in a table of their
/// own, or as JSON text. ``NestedTables`` creates one for each pair of a member and a table.
struct NestedPlacement {
  private let kind: RecordKind
  private let owner: RecordKind
  private let table: InferredTable
  private let tables: InferredTables
  private let keys: KeyChoice
  private let values: KindValues

  init(
    _ kind: RecordKind,
    of owner: RecordKind,
    in table: InferredTable,
    tables: InferredTables,
    keys: KeyChoice
  ) {
    (self.kind, self.owner, self.table) = (kind, owner, table)
    (self.tables, self.keys) = (tables, keys)
    values = KindValues(area: keys.area)
  }

  private var member: String { kind.member }

  /// Decides how the records under the member belong to the records of the table, and adds the
  /// tables, columns and references that this needs.
  ///
  /// - Parameters:
  ///   - known: The relation of the same member in other records of the table. Nil if there are
  ///     none.
  ///   - target: The table in which records of the same kind below another table are stored. Nil if
  ///     there are none.
  /// - Returns: The relation, or nil if the member must become a column of JSON text.
  func relation(
    known: NestedRelation?,
    target: InferredTable?
  ) throws(ImportError) -> NestedRelation? {
    if case .json? = known { return nil }
    guard !kind.isIrregular, !hasOtherForm else { return nil }
    if kind.role == .object { return try reference(known, target: target) }
    if kind.isOfScalars { return try plainValues(known) }
    guard let key = kind.key else { return try unnamedElements(known, target: target) }
    if known == nil, try !identifiesElements(key) {
      return try unnamedElements(known, target: target)
    }
    return try elements(key, known: known, target: target)
  }

  /// Returns whether a member of the elements is their key. Elements with a key are often pairs of
  /// a key and a value, such as the tags of AWS, which later records repeat with other values. A
  /// code is a key if several records list the same element.
  private func identifiesElements(_ key: String) throws(ImportError) -> Bool {
    switch key {
    case "key": false
    case "code", "slug": try values.isShared(kind, key: key)
    default: true
    }
  }

  /// Whether the same member is an array in some records and an object in others, and one of the
  /// two forms needs a column of JSON text. The importer uses this column for both forms.
  private var hasOtherForm: Bool {
    let other = owner.members.first { other in
      other !== kind && other.name.utf8.elementsEqual(kind.name.utf8)
    }
    return other.map { kind.key == nil || $0.key == nil } ?? false
  }

  // MARK: - Objects

  private func reference(
    _ known: NestedRelation?,
    target: InferredTable?
  ) throws(ImportError) -> NestedRelation? {
    // The importer would take a value of the link for the key of the object.
    guard let key = kind.key, !table.linkMembers.containsExactly(member) else { return nil }
    if case .reference(let target, let column)? = known {
      guard accepts(target, key: key), !hasLinkMember(of: target) else { return nil }
      try add(to: target, key)
      refer(to: target, key, by: column)
      return known
    }
    let plural = EnglishNoun.plural(member)
    let names = try [sameRecords(key), member, plural].compactMap { $0 }
    var target = target
    if target == nil {
      target = names.compactMap { tables.named($0) }
        .first { accepts($0, key: key) && !hasLinkMember(of: $0) }
    }
    if target == nil { target = free([plural, table.singular + "_" + plural]) }
    guard let target, accepts(target, key: key), !hasLinkMember(of: target),
      let column = try referenceColumn(target, key: key)
    else { return nil }
    try add(to: target, key)
    refer(to: target, key, by: column)
    table.objectMembers.append(member)
    return .reference(target, column: column)
  }

  /// Returns the name of the column that refers to the object: the name of the member, or this name
  /// with `_id`. Returns nil if both names are taken. If both columns exist, the importer uses the
  /// one with the name of the member.
  private func referenceColumn(
    _ target: InferredTable,
    key: String
  ) throws(ImportError) -> String? {
    if owner.hasColumn(member), try isMixedReference(key) { return member }
    // The importer would use this foreign key for the objects, although it refers to other rows.
    if table.references.contains(where: { $0.isOf([member]) }) { return nil }
    let isElement = table.references.contains {
      $0.isOfElements && $0.table.isSameName(as: target.name)
    }
    return [member + "_id", member].first { name in
      table.column(name) == nil && !owner.hasColumn(name) && !isOtherObject(name)
        && !(isElement && namesOwner(name, owner: target))
    }
  }

  /// Returns whether objects under another member have this name in snake case. The importer would
  /// use a foreign key column with this name for those objects.
  private func isOtherObject(_ name: String) -> Bool {
    guard !name.isSameName(as: member) else { return false }
    return table.objectMembers.contains { $0.isSameName(as: name) }
      || owner.members.contains { $0.role == .object && $0.member.isSameName(as: name) }
  }

  /// Returns whether the importer takes a column of this name for the reference of an array element
  /// to its owner, the enclosing record.
  private func namesOwner(_ column: String, owner: InferredTable) -> Bool {
    ([owner.singular] + owner.key.map { InferredTables.referring(to: $0, of: owner) })
      .contains { $0.isSameName(as: column) }
  }

  /// Returns whether the member has scalars in some records and objects in others, and the scalars
  /// are keys of these objects.
  private func isMixedReference(_ key: String) throws(ImportError) -> Bool {
    guard let scalars = owner.profile(member), scalars.valueCount > 0,
      scalars.type.sql == kind.profile(key)?.type.sql, kind.filled.count == 1,
      let column = RecordKind.column(key, of: kind.filled[0]),
      let known = table.column(member), !known.isMade
    else { return false }
    let own = owner.filled.compactMap { shape in
      RecordKind.column(member, of: shape).map { (shape: shape, column: $0) }
    }
    return try values.contains((kind.filled[0], column), all: own)
  }

  private func refer(to target: InferredTable, _ key: String, by column: String) {
    table.addReferring(column, to: (target.name, key))
    addReference(from: table, [column], to: target, note: "the objects under \(kind.name)")
  }

  /// Returns the name of a table whose rows describe the same things as these objects. Returns nil
  /// if there is no such table.
  ///
  /// For example, the `author` objects of posts are rows of the table `users`. The table must have
  /// all members and all keys of the objects.
  private func sameRecords(_ key: String) throws(ImportError) -> String? {
    guard kind.filled.count == 1 else { return nil }
    let shape = kind.filled[0]
    let names = shape.columns.filter { $0.valueCount > 0 }.map { FoldedName.snakeCase($0.name) }
    guard names.count > 1, let column = RecordKind.column(key, of: shape) else { return nil }
    for table in tables.all where table.hasRoot && names.allSatisfy({ table.column($0) != nil }) {
      guard let root = table.parts.first(where: { $0.shape.role == .root }),
        let staged = root.staged[ExactName(key)],
        !owner.shapes.contains(where: { $0 === root.shape })
      else { continue }
      if try values.contains((root.shape, staged), all: [(shape, column)]) { return table.name }
    }
    return nil
  }

  // MARK: - Arrays

  private func plainValues(_ known: NestedRelation?) throws(ImportError) -> NestedRelation? {
    guard let profile = kind.profile("value"), profile.type.isKeyType, !profile.hasLongValue else {
      return nil
    }
    let fits = { (target: InferredTable) in
      target.isOfValues && target.column("value")?.type.sql == profile.type.sql
    }
    if case .links(let target, let join)? = known {
      guard fits(target) else { return nil }
      for shape in kind.filled { try target.add(shape) }
      return .links(target, join: join)
    }
    let single = EnglishNoun.singular(member)
    var target = tables.named(member)
    if let found = target, !fits(found) { target = nil }
    if target == nil { target = free([member, table.singular + "_" + single + "_values"]) }
    guard let target,
      let links = InferredJoinTable(
        kind,
        owner: table,
        element: target,
        tables: tables,
        values: values
      )
    else {
      return nil
    }
    target.isOfValues = true
    target.key = ["value"]
    for shape in kind.filled { try target.add(shape) }
    return .links(target, join: try links.make("value"))
  }

  private func elements(
    _ key: String,
    known: NestedRelation?,
    target: InferredTable?
  ) throws(ImportError) -> NestedRelation? {
    let isShared = try values.isShared(kind, key: key)
    var target = known?.target ?? target
    if target == nil, let named = tables.named(member), accepts(named, key: key) { target = named }
    if target == nil {
      // The importer takes a table such as `post_tags` for the elements of the array, or for their
      // join table. If a join table is needed, the table of the elements therefore gets another
      // name.
      let own = table.singular + "_" + member
      target = free([member, isShared ? own + "_records" : own])
    }
    guard let target, accepts(target, key: key) else { return nil }
    if case .children? = known {
      guard !hasLinkMember(of: target), let columns = try ownerColumns(in: target) else {
        return nil
      }
      try add(to: target, key)
      own(target, by: columns)
      return known
    }
    if !isShared, known == nil, isFound(target), !hasLinkMember(of: target),
      let columns = try ownerColumns(in: target)
    {
      try add(to: target, key)
      own(target, by: columns)
      return .children(target, columns: columns)
    }
    var varying = try values.varyingMembers(kind, key: key)
    for name in target.linkMembers where kind.hasColumn(name) && !varying.containsExactly(name) {
      varying.append(name)
    }
    if case .links(_, let join)? = known {
      let attributes = varying.filter { join.column($0)?.isMade == false }
      let isMissing = { (name: String) in !attributes.containsExactly(name) }
      if target.linkMembers.contains(where: { kind.hasColumn($0) && isMissing($0) }) { return nil }
      try add(to: target, key, excluding: attributes)
      kind.add(attributes, to: join)
      if try values.repeats(kind, key: key) { join.identifyByPosition() }
      return known
    }
    if target.key.isEmpty { target.key = [key] }
    guard
      let links = InferredJoinTable(
        kind,
        owner: table,
        element: target,
        tables: tables,
        values: values
      )
    else { return nil }
    let isPlaced = kind.filled.contains { shape in target.parts.contains { $0.shape === shape } }
    let attributes = varying.filter { links.isFree($0) && target.column($0) == nil }
    if !isPlaced { try add(to: target, key, excluding: attributes) }
    target.addLinkMembers(attributes)
    return .links(target, join: try links.make(key, attributes: attributes))
  }

  /// Stores the elements of an array that have no id. They become rows that refer to the enclosing
  /// record.
  private func unnamedElements(
    _ known: NestedRelation?,
    target: InferredTable?
  ) throws(ImportError) -> NestedRelation? {
    guard known == nil else { return nil }
    guard let target = target ?? free([member, table.singular + "_" + member]), isFound(target),
      let columns = try ownerColumns(in: target)
    else { return nil }
    let isFirst = target.parts.isEmpty
    for shape in kind.filled { try target.add(shape) }
    own(target, by: columns)
    if isFirst { keys.addKey(to: target, because: "the elements of the array have no id") }
    return .children(target, columns: columns)
  }

  /// Returns the columns by which elements refer to the enclosing record. Returns nil if a column
  /// with such a name has another meaning.
  private func ownerColumns(in target: InferredTable) throws(ImportError) -> [String]? {
    let columns = table.key.map { InferredTables.referring(to: $0, of: table) }
    let toOwner = target.references.filter { $0.table.isSameName(as: table.name) }
    let isKnown = toOwner.contains { $0.isOfElements && $0.isOf(columns) }
    let isUnclear = toOwner.contains { reference in
      !reference.isOfElements && reference.columns.contains { namesOwner($0, owner: table) }
    }
    if isUnclear { return nil }
    for (column, key) in zip(columns, table.key) {
      let isTaken =
        target.column(column) != nil
        || target.objectMembers.contains { $0.isSameName(as: column) }
      if !isKnown, isTaken { return nil }
      guard kind.hasColumn(column) else { continue }
      guard table.key.count == 1, kind.profile(column)?.type.sql == table.column(key)?.type.sql,
        try values.isKeyOfParent(column, in: kind, parentKey: key)
      else { return nil }
    }
    return columns
  }

  private func own(_ target: InferredTable, by columns: [String]) {
    for (column, key) in zip(columns, table.key) {
      target.addReferring(column, to: (table.name, key))
    }
    addReference(
      from: target,
      columns,
      to: table,
      note: "the records that have the array \(kind.name)",
      isOfElements: true
    )
  }

  // MARK: - Tables

  private func add(
    to target: InferredTable,
    _ key: String,
    excluding excluded: [String] = []
  ) throws(ImportError) {
    if target.key.isEmpty { target.key = [key] }
    for shape in kind.filled {
      try target.add(shape, excluding: excluded)
    }
  }

  private func addReference(
    from child: InferredTable,
    _ columns: [String],
    to target: InferredTable,
    note: String,
    isOfElements: Bool = false
  ) {
    if child.references.contains(where: { $0.isOf(columns) }) { return }
    child.references.append(
      InferredReference(
        columns: columns,
        table: target.name,
        referencedColumns: target.key,
        note: note,
        isOfElements: isOfElements
      )
    )
  }

  /// Returns a new table with the first of these names that no table has. Returns nil if all names
  /// are taken.
  private func free(_ names: [String]) -> InferredTable? {
    names.first { tables.named($0) == nil }.map { tables.table($0) }
  }

  /// Returns whether the importer would choose this table for the member, by its name.
  private func isFound(_ target: InferredTable) -> Bool {
    let own = [table.singular, table.name].map { $0 + "_" + member }
    if let first = own.compactMap({ tables.named($0) }).first { return first === target }
    if target === table, table.name.utf8.reversed().starts(with: "_\(member)".utf8.reversed()) {
      return true
    }
    return target.name.isSameName(as: member)
  }

  /// Returns whether the records have a member that is a column of a join table to `target`. If
  /// true, they cannot be stored in `target` alone, because a column for this member would mix both
  /// meanings.
  private func hasLinkMember(of target: InferredTable) -> Bool {
    target.linkMembers.contains { kind.hasColumn($0) }
  }

  /// Returns whether the records can become rows of `target`, identified by the same key.
  private func accepts(_ target: InferredTable, key: String) -> Bool {
    if target.parts.isEmpty { return !target.isJoin }
    let isOwn = kind.filled.contains { shape in target.parts.contains { $0.shape === shape } }
    return target.key == [key] && !target.isOfValues
      && (isOwn || target.column(key)?.type.sql == kind.profile(key)?.type.sql)
      && (isOwn
        || target.columns.allSatisfy { !$0.isMade || !kind.hasColumn($0.name) })
  }
}
