import StateGraphLive
import StateGraphSQLite

/// The order of the children of a one-to-many or polymorphic relationship: by their primary key.
///
/// The SELECT sorts by it, and so do the commits that insert children. The order of a many-to-many
/// relationship is a column of the link; see ``LinkTable``.
struct ChildOrder {
  private let layout: EntityLayout

  init(_ layout: EntityLayout) { self.layout = layout }

  /// The columns of the ORDER BY clause.
  var columns: SQL { "\(columns: layout.keyNames)" }

  /// The same order for row images; nil if only SQLite can compare the keys.
  var rowOrder: RowOrder? { layout.keyOrder }
}
