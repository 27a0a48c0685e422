import StateGraphCore
import StateGraphSQLite

/// The inverse of a polymorphic reference: the entities whose two columns refer to the owner.
///
/// The entities are in the order of ``ChildOrder``.
struct PolymorphicSource<Child: Entity>: ChildColumnSource {
  let reference: PolymorphicReference<Child>
  /// The name of the owner's table. The type column of each child contains this name.
  ///
  /// The owner of this relationship is the target of ``PolymorphicReference``.
  let target: String

  func columns(in graph: DatabaseGraph) throws -> ChildColumns<Child> {
    let columns = try reference.columns()
    return ChildColumns(
      table: try graph.table(for: Child.self),
      key: columns.key,
      others: [(columns.type, .text(target))]
    )
  }

  func refer(_ child: Child, to owner: (any Entity)?) throws {
    try reference.set(owner, of: child)
  }
}
