/// The shape of a live query: which table, which columns are matched by equality, and which others
/// its result shows (its order, say).
package struct RouteTemplate: Hashable, Sendable {
  package let table: String
  package let matchColumns: [String]
  package let watchedColumns: [String]

  package init(table: String, matchColumns: [String], watchedColumns: [String]) {
    self.table = table
    self.matchColumns = matchColumns
    self.watchedColumns = watchedColumns
  }
}
