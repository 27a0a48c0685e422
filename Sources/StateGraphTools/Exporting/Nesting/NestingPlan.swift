import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// Determines which tables are nested in which other tables in an export.
///
/// The rows that refer to a record are nested in it, at every level. Every table is placed at most
/// once, as near to the root as possible. The tree is therefore
/// finite even if foreign keys form a cycle. The importer can find the foreign key for every member
/// name.
struct NestingPlan {
  let root: NestingShape
  /// Remarks for the user about tables that are not nested. Other remarks name nestings that are
  /// slow.
  let notes: [String]

  init(_ plan: ImportPlan, root: Int) {
    var placements = TablePlacements(plan, root: root)
    placements.placeAll()
    var builder = ShapeBuilder(plan, placements)
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
