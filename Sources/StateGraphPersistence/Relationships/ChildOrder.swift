import StateGraphLive
import StateGraphSQLite

/// The order of the children of a one-to-many or polymorphic relationship: by their primary key.
///
/// Both the SELECT and the commits that insert children use this order. In a many-to-many
/// relationship, a column of the link can define the order; see ``LinkTable``.
struct ChildOrder {
  private let layout: EntityLayout

  init(_ layout: EntityLayout) { self.layout = layout }

  /// The columns of the ORDER BY clause, quoted and separated by commas.
  var columns: SQL { "\(columns: layout.keyNames)" }

  /// The same order for row images in memory. `nil` if only SQLite can compare the keys.
  var rowOrder: RowOrder? { layout.keyOrder }
}
