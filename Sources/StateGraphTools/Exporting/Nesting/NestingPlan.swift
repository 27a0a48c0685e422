import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Determines which tables are nested in which other tables in an export, beginning with one
/// outermost table.
///
/// A record contains the rows that refer to it, and these rows contain the rows that refer to them.
/// Each table is nested in this way in only one other table, as near to the outermost table as
/// possible. The records therefore have a finite depth even if foreign keys form a cycle, and the
/// importer can find the foreign key for every member name.
struct NestingPlan {
  let root: NestingShape
  /// Remarks for the user, about tables that are not nested and about nested tables that are slow
  /// to read.
  let notes: [String]

  init(_ plan: ImportPlan, root: Int) {
    var placements = TablePlacements(plan, root: root)
    placements.placeAll()
    var builder = ShapeBuilder(plan, placements: placements)
    self.root = builder.shape(of: root, omitting: [], path: [root], isOwner: true)
    notes = placements.notes
  }
}

extension ForeignKeyPlan {
  func isExact(of table: TablePlan, parent: TablePlan) -> Bool {
    zip(columns, parentColumns).allSatisfy { column, target in
      let (from, to) = (table.column(column), parent.column(target))
      return from.affinity == to.affinity && from.collation == .binary
        && to.collation == .binary && to.generation == .none
    }
  }
}
