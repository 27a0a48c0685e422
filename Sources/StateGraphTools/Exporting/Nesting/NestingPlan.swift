import StateGraphFormats
import StateGraphImport
import StateGraphSQLite

/// The nesting of the tables of an export. A pure function of the schema.
///
/// The importer resolves every name of the plan to the same relationship. Every table is placed at
/// most once, as near to the root as possible, so the tree is finite even if the references of
/// the schema form a cycle. A referenced row is written in full unless the export is certain to
/// contain it elsewhere.
struct NestingPlan {
  let root: NestingShape
  /// Remarks about tables that are not nested, or that are slow to nest.
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
