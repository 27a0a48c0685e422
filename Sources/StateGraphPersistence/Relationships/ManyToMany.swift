public import StateGraphCore
import StateGraphLive
public import StateGraphSQLite

/// A many-to-many relationship, in which the rows of a link table connect entities with the owner.
///
/// The entities are in key order, or in the order of a column of the link.
struct ManyToMany<Link: Entity, Child: Entity>: RelationshipSource {
  /// The columns with the owner, the child and the position, as indexes in the link type's
  /// definition.
  ///
  /// `nil` if the link's properties do not identify these columns.
  let columns: (owner: Int, child: Int, order: Int?)?

  func route(_ owner: RowKey, in graph: DatabaseGraph) throws -> TableRoute {
    let link = try link(in: graph)
    let template = RouteTemplate(
      table: link.table.name,
      matchColumns: [link.owner],
      watchedColumns: [link.child] + (link.order.map { [$0] } ?? [])
    )
    return TableRoute(template, values: [owner.first], in: link.table)
  }

  func rows(of owner: RowKey, in graph: DatabaseGraph) -> any RelationshipLoader {
    LinkRows(graph: graph, owner: owner.first) {
      try link(in: graph)
    } watched: {
      try graph.table(for: Link.self).untyped.context.watched
    } target: { key in
      try graph.table(for: Child.self).entities([key])[key]
    }
  }

  func rows(of owners: [RowKey], in graph: DatabaseGraph) throws -> [RowKey: [LiveRow]] {
    let link = try link(in: graph)
    let images = try graph.database().withReader { connection in
      try link.images(of: owners.map(\.first), on: connection)
    }
    let links = images.map(\.linkRow)
    let column = link.table.column(link.owner)
    return OwnerGroups(links, comparedAs: [column]) {
      .value($0.image[LinkTable.ownerPlace])
    }.of(owners)
  }

  func children(of rows: LiveResult, in graph: DatabaseGraph) throws -> [Child] {
    let table = try graph.table(for: Child.self)
    let keys = rows.map { RowKey($0.image[LinkTable.childPlace]) }
    let found = try table.entities(keys)
    return keys.compactMap { key in
      // The evaluated node then depends on the child's row. A later commit invalidates the node if
      // it inserts the row, or if another object becomes the row's entity.
      table.presence.depend(on: key)
      return found[key]
    }
  }

  /// Always false, because the loaded rows are links and not entities. The entity of a link may
  /// even be missing.
  var elementsAreChildren: Bool { false }

  func link(in graph: DatabaseGraph) throws -> LinkTable {
    guard let columns else { throw DatabaseError.ambiguousLink(Link.self) }
    let layout = try graph.table(for: Link.self).layout
    return layout.attachments.object { LinkTables() }
      .table(owner: columns.owner, child: columns.child, order: columns.order, of: layout)
  }
}

extension RelationshipAccess {
  /// Returns the computed node of a many-to-many relationship.
  ///
  /// The link type must have exactly one property for each of the two related entity types.
  public func manyToMany<Link: Entity, Owner: Entity, Child: Entity>(
    through link: Link.Type,
    of owner: Owner.Type,
    order: PartialKeyPath<Link>? = nil,
    as property: String
  ) -> Computed<[Child]>
  where Owner.TypedIdentifierRawValue: Bindable, Child.TypedIdentifierRawValue: Bindable {
    manyToMany(
      ManyToMany<Link, Child>(linking: owner, order: order),
      property: property
    ).node
  }

  /// Returns the computed node of a many-to-many relationship.
  ///
  /// `owner` and `target` are the link's properties for this entity and for the related entity.
  public func manyToMany<Link: Entity, Owner, Child: Entity, Target>(
    through link: Link.Type,
    owner: KeyPath<Link, Owner>,
    target: KeyPath<Link, Target>,
    order: PartialKeyPath<Link>? = nil,
    as property: String
  ) -> Computed<[Child]> where Child.TypedIdentifierRawValue: Bindable {
    manyToMany(
      ManyToMany<Link, Child>(owner, target: target, order: order),
      property: property
    ).node
  }

  /// Links this entity with exactly these children, in this order. Deletes all other links of this
  /// entity.
  ///
  /// The link type must have exactly one property for each of the two related entity types.
  public func assign<Link: Entity, Owner: Entity, Child: Entity>(
    _ children: [Child],
    through link: Link.Type,
    of owner: Owner.Type,
    order: PartialKeyPath<Link>? = nil,
    as property: String
  ) {
    manyToMany(
      ManyToMany<Link, Child>(linking: owner, order: order),
      property: property
    ).assign(children)
  }

  /// Links this entity with exactly these children, in this order. Deletes all other links of this
  /// entity.
  ///
  /// `owner` and `target` are the link's properties for this entity and for the related entity.
  public func assign<Link: Entity, Owner, Child: Entity, Target>(
    _ children: [Child],
    through link: Link.Type,
    owner: KeyPath<Link, Owner>,
    target: KeyPath<Link, Target>,
    order: PartialKeyPath<Link>? = nil,
    as property: String
  ) {
    manyToMany(
      ManyToMany<Link, Child>(owner, target: target, order: order),
      property: property
    ).assign(children)
  }

  /// Returns the linked entities in an array, for a caller that changes the array in place and then
  /// calls ``EditedRelationship/finish()``.
  ///
  /// The link type must have exactly one property for each of the two related entity types.
  public func edit<Link: Entity, Owner: Entity, Child: Entity>(
    _ type: [Child].Type,
    through link: Link.Type,
    of owner: Owner.Type,
    order: PartialKeyPath<Link>? = nil,
    as property: String
  ) -> EditedRelationship<Child> {
    manyToMany(
      ManyToMany<Link, Child>(linking: owner, order: order),
      property: property
    ).edit()
  }

  /// Returns the linked entities in an array, for a caller that changes the array in place and then
  /// calls ``EditedRelationship/finish()``.
  ///
  /// `owner` and `target` are the link's properties for this entity and for the related entity.
  public func edit<Link: Entity, Owner, Child: Entity, Target>(
    _ type: [Child].Type,
    through link: Link.Type,
    owner: KeyPath<Link, Owner>,
    target: KeyPath<Link, Target>,
    order: PartialKeyPath<Link>? = nil,
    as property: String
  ) -> EditedRelationship<Child> {
    manyToMany(
      ManyToMany<Link, Child>(owner, target: target, order: order),
      property: property
    ).edit()
  }

  private func manyToMany<Link: Entity, Child: Entity>(
    _ source: @autoclosure () -> ManyToMany<Link, Child>,
    property: String
  ) -> ToMany<ManyToMany<Link, Child>> {
    state.relationship(property) {
      ToMany(
        source(),
        of: state,
        named: state.definition.relationshipNames[property, in: state.definition]
      )
    }
  }
}

extension ManyToMany {
  /// Creates a relationship that finds the link's two references by the entity types that they
  /// refer to.
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

  fileprivate init(_ owner: AnyKeyPath, target: AnyKeyPath, order: PartialKeyPath<Link>?) {
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
