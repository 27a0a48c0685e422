public import StateGraph
import StateGraphSQLite

/// The entities that rows of a link table connect with the owner, in key order or in that of a
/// column of the link.
struct ManyToMany<Link: Entity, Child: Entity>: RelationshipSource {
  /// The places in the link's definition of what refers to the owner and to the child, and of what
  /// orders; nil where the link's types do not tell.
  let columns: (owner: Int, child: Int, order: Int?)?

  func route(in graph: DatabaseGraph) throws -> (TableSchema, RouteTemplate) {
    let link = try link(in: graph)
    let template = RouteTemplate(
      table: link.table.name,
      matchColumns: [link.owner],
      watchedColumns: [link.child] + (link.order.map { [$0] } ?? [])
    )
    return (link.table, template)
  }

  func children(of owner: SQLiteValue, in graph: DatabaseGraph) throws -> [Child] {
    let keys = try links(of: [owner], in: graph).map { RowKey($0.child) }
    let table = try graph.table(for: Child.self)
    // The row of a link that leads nowhere may come later, and another object may take a row.
    for key in keys { table.presence.depend(on: key) }
    let found = try table.entities(keys)
    return keys.compactMap { found[$0] }
  }

  func children(of owners: [SQLiteValue], in graph: DatabaseGraph) throws
    -> [SQLiteValue: [Child]]
  {
    let links = try links(of: owners, in: graph)
    let found = try graph.table(for: Child.self).entities(links.map { RowKey($0.child) })
    let link = try link(in: graph)
    let column = link.table.column(link.owner)
    let groups = OwnerGroups(links, comparedAs: column) { $0.owner }.of(owners)
    return groups.compactMapValues { links in
      let children = links.compactMap { found[RowKey($0.child)] }
      // Whoever has a link that leads nowhere waits for that row, and only a read can say so.
      return children.count == links.count ? children : nil
    }
  }

  func depend(on children: [Child], in graph: DatabaseGraph) throws {
    let presence = try graph.table(for: Child.self).presence
    for child in children { presence.depend(on: child._$key) }
  }

  func assign(_ children: [Child], to owner: EntityAttachment) throws {
    let graph = owner.table.graph
    let database = try graph.database()
    let table = try graph.table(for: Child.self)
    try table.add(children.filter { $0._$entity.table == nil }, in: database)
    let link = try link(in: graph)
    let key = owner.key.first
    let wanted = children.map { $0._$key.first }
    // A child that is named twice has two links, where the table allows that.
    var unused = try link.keys(of: key, in: database)
    let kept = wanted.map { unused[$0]?.popLast() }
    for surplus in unused.values.joined() { try link.delete(surplus, in: database) }
    for (place, child) in wanted.enumerated() {
      if let known = kept[place] {
        try link.move(known, to: place, in: database)
      } else {
        try link.insert(key, child, at: place, in: database)
      }
    }
  }

  private func links(of owners: [SQLiteValue], in graph: DatabaseGraph) throws
    -> [(owner: SQLiteValue, child: SQLiteValue)]
  {
    let link = try link(in: graph)
    let order = [link.order, link.child].compactMap { $0 }
    let query: SQL = """
      SELECT \(columns: [link.owner, link.child]) FROM \(table: link.table.name)
      WHERE \(try ValueList(owners).sql("\(column: link.owner)")) ORDER BY \(columns: order)
      """
    return try graph.database().withReader { try $0.rows(query) }.map { ($0[0], $0[1]) }
  }

  private func link(in graph: DatabaseGraph) throws -> LinkTable {
    guard let columns else {
      throw DatabaseError(
        .schemaMismatch,
        "\(Link.self) does not refer exactly once to each side of the relationship.",
        remedy: "Name the two properties: through: \\Link.owner, \\Link.target."
      )
    }
    let layout = try graph.table(for: Link.self).layout
    return LinkTable(
      table: layout.table,
      owner: layout.name(ofColumn: columns.owner),
      child: layout.name(ofColumn: columns.child),
      order: columns.order.map(layout.name(ofColumn:))
    )
  }
}

extension EntityState {
  /// The node of a many-to-many relationship whose link refers once to each side.
  public func manyToMany<Link: Entity, Owner: Entity, Child: Entity>(
    through link: Link.Type,
    of owner: Owner.Type,
    order: PartialKeyPath<Link>? = nil,
    as property: String
  ) -> Computed<[Child]> {
    manyToMany(ManyToMany<Link, Child>(linking: owner, order: order), property).node
  }

  /// The node of a many-to-many relationship whose link's two references are named.
  public func manyToMany<Link: Entity, Owner, Child: Entity, Target>(
    through link: Link.Type,
    owner: KeyPath<Link, Owner>,
    target: KeyPath<Link, Target>,
    order: PartialKeyPath<Link>? = nil,
    as property: String
  ) -> Computed<[Child]> {
    manyToMany(ManyToMany<Link, Child>(owner, target, order: order), property).node
  }

  /// Links `children`, in this order, and no others with this entity.
  public func assign<Link: Entity, Owner: Entity, Child: Entity>(
    _ children: [Child],
    through link: Link.Type,
    of owner: Owner.Type,
    order: PartialKeyPath<Link>? = nil,
    as property: String
  ) {
    manyToMany(ManyToMany<Link, Child>(linking: owner, order: order), property).assign(children)
  }

  /// Links `children`, in this order, and no others with this entity.
  public func assign<Link: Entity, Owner, Child: Entity, Target>(
    _ children: [Child],
    through link: Link.Type,
    owner: KeyPath<Link, Owner>,
    target: KeyPath<Link, Target>,
    order: PartialKeyPath<Link>? = nil,
    as property: String
  ) {
    manyToMany(ManyToMany<Link, Child>(owner, target, order: order), property).assign(children)
  }

  private func manyToMany<Link: Entity, Child: Entity>(
    _ source: @autoclosure () -> ManyToMany<Link, Child>,
    _ property: String
  ) -> ToMany<ManyToMany<Link, Child>> {
    relationship(property) { ToMany(source(), of: attachment) }
  }
}

extension ManyToMany {
  /// Finds the references by the types on both sides.
  fileprivate init<Owner: Entity>(linking owner: Owner.Type, order: PartialKeyPath<Link>?) {
    let definition = Link._$definition
    let owners = definition.references(to: Owner._$definition)
    let children = definition.references(to: Child._$definition)
    guard owners.count == 1, children.count == 1, owners != children else {
      columns = nil
      return
    }
    let place = order.flatMap(definition.columnIndex(of:))
    columns = order != nil && place == nil ? nil : (owners[0], children[0], place)
  }

  fileprivate init(_ owner: AnyKeyPath, _ target: AnyKeyPath, order: PartialKeyPath<Link>?) {
    let definition = Link._$definition
    let place = order.flatMap(definition.columnIndex(of:))
    guard let owner = definition.columnIndex(of: owner),
      let child = definition.columnIndex(of: target), order == nil || place != nil
    else {
      columns = nil
      return
    }
    columns = (owner, child, place)
  }
}

extension EntityDefinition {
  /// The places of the columns that refer to entities of `target`.
  fileprivate func references(to target: EntityDefinition) -> [Int] {
    columns.indices.filter { columns[$0].referencedTable?() === target }
  }
}
