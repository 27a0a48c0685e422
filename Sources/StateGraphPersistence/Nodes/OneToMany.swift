public import StateGraph
import StateGraphSQLite
import StateGraphThreads

/// What an entity's state keeps for a relationship that has been read.
protocol Relationship: AnyObject {
  /// The entity has got a row.
  func attach(_ attachment: EntityAttachment, in epoch: inout GraphEpoch)
}

/// The children of one entity: a computed node over a slot of the router.
///
/// The slot is registered before the SELECT, so a commit in between marks the node and the read is
/// repeated; after it a commit marks the node only if a row came to or left this parent.
final class OneToMany<Child: Entity>: Relationship {
  let node: Computed<[Child]>
  private let owner: RelationshipOwner

  init(inverse property: String, of attachment: EntityAttachment?) {
    let owner = RelationshipOwner(attachment)
    self.owner = owner
    let slot = RelationshipSlot<Child>(inverse: property)
    node = Computed(areEqual: { $0.elementsEqual($1, by: ===) }) { _ in
      slot.children(of: owner.attachment())
    }
  }

  func attach(_ attachment: EntityAttachment, in epoch: inout GraphEpoch) {
    owner.set(attachment, in: &epoch)
  }
}

/// Which row a relationship belongs to, once there is one.
final class RelationshipOwner: Sendable {
  private let current: Guarded<EntityAttachment?>
  private let change = Signal()

  init(_ attachment: EntityAttachment?) {
    current = Guarded(attachment)
  }

  /// The row, recorded as read while it can still change.
  func attachment() -> EntityAttachment? {
    let attachment = current.withLock { $0 }
    if attachment == nil { change.depend() }
    return attachment
  }

  func set(_ attachment: EntityAttachment, in epoch: inout GraphEpoch) {
    current.withLock { $0 = attachment }
    epoch.touch(change)
  }
}

/// One key of the router for one relationship, from its first read until its node is gone.
final class RelationshipSlot<Child: Entity>: Sendable {
  private struct Registration {
    let graph: DatabaseGraph
    let template: RouteTemplate
    let key: SQLiteValue
  }

  private let property: String
  private let signal = SlotSignal()
  private let registration = Guarded<Registration?>(nil)

  init(inverse property: String) {
    self.property = property
  }

  deinit {
    if let registration = registration.withLock({ $0 }) {
      registration.graph.remove(signal, for: registration.template, key: registration.key)
    }
  }

  func children(of parent: EntityAttachment?) -> [Child] {
    guard let parent else { return [] }
    let graph = parent.table.graph
    do {
      let table = try graph.table(for: Child.self)
      let layout = table.layout
      guard
        let index = table.definition.columns.firstIndex(where: { $0.property == property }),
        parent.key.values.count == 1
      else { return [] }
      let column = layout.name(ofColumn: index)
      if !UncommittedValues.areVisible {
        register(
          graph,
          parent.key.first,
          layout.table,
          RouteTemplate(
            table: layout.table.name,
            matchColumns: [column],
            watchedColumns: layout.keyNames
          )
        )
        signal.signal.depend()
      }
      return try table.load(
        """
        \(layout.selection) WHERE \(column: column) = \(parent.key.first)
        ORDER BY \(columns: layout.keyNames)
        """
      )
    } catch {
      graph.report(error, while: "reading a relationship to \(Child.self)")
      return []
    }
  }

  private func register(
    _ graph: DatabaseGraph,
    _ key: SQLiteValue,
    _ table: TableSchema,
    _ template: RouteTemplate
  ) {
    let isNew = registration.withLock { current in
      guard current == nil else { return false }
      current = Registration(graph: graph, template: template, key: key)
      return true
    }
    if isNew { graph.insert(signal, for: template, key: key, in: table) }
  }
}

extension EntityState {
  /// The node of a to-many relationship. `inverse` names the property of the child that refers
  /// here.
  public func oneToMany<Child: Entity, Parent>(
    _ path: KeyPath<Child, Parent>,
    _ inverse: String,
    as property: String
  ) -> Computed<[Child]> {
    relationship(property) { OneToMany<Child>(inverse: inverse, of: attachment) }.node
  }
}
