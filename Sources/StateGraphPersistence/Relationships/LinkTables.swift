import StateGraphSQLite
import StateGraphThreads

/// The link tables of one layout. Each is made when a relationship first uses it.
///
/// A write that adds many links would otherwise make the SQL of their INSERT for each of them.
final class LinkTables: Sendable {
  /// The columns with the owner, the child and the position, as indexes in the link type's
  /// definition.
  private struct Columns: Hashable {
    let owner: Int
    let child: Int
    let order: Int?
  }

  private let known = Guarded<[Columns: LinkTable]>([:])

  /// Returns the link table with these columns, as indexes in the definition of the layout.
  func table(owner: Int, child: Int, order: Int?, of layout: EntityLayout) -> LinkTable {
    let columns = Columns(owner: owner, child: child, order: order)
    if let known = known.withLock({ $0[columns] }) { return known }
    let made = LinkTable(layout, owner: owner, child: child, order: order)
    return known.withLock { tables in
      if let known = tables[columns] { return known }
      tables[columns] = made
      return made
    }
  }
}
