/// The order of a transaction's patches, so that foreign keys hold after each statement: insert
/// parents first, update, delete children first.
package struct PatchOrder: Sendable {
  /// Which kinds of patches come first. A row can take a unique value only after the other row has
  /// lost it.
  enum Arrangement {
    case insertsUpdatesDeletes
    /// A new or changed row takes a value of a deleted row.
    case deletesInsertsUpdates
    /// A new row takes a value of a changed row.
    case deletesUpdatesInserts
  }

  private let ranks: [ServerTable: Int]

  /// - Parameter tables: All tables, each after the tables to which it refers.
  package init(parentsFirst tables: [ServerTable]) {
    ranks = Dictionary(
      zip(tables, tables.indices),
      uniquingKeysWith: { first, _ in first }
    )
  }

  func sorted(_ patches: [Patch], as arrangement: Arrangement) -> [Patch] {
    var groups: (inserts: [Patch], updates: [Patch], deletes: [Patch]) = ([], [], [])
    for patch in patches {
      switch patch.kind {
      case .insert: groups.inserts.append(patch)
      case .update: groups.updates.append(patch)
      case .delete: groups.deletes.append(patch)
      }
    }
    let rank = { (patch: Patch) in ranks[patch.table] ?? ranks.count }
    let inserts = stablySorted(groups.inserts) { rank($0) < rank($1) }
    let deletes = stablySorted(groups.deletes) { rank($0) > rank($1) }
    return switch arrangement {
    case .insertsUpdatesDeletes: inserts + groups.updates + deletes
    case .deletesInsertsUpdates: deletes + inserts + groups.updates
    case .deletesUpdatesInserts: deletes + groups.updates + inserts
    }
  }

  private func stablySorted(
    _ patches: [Patch],
    by isBefore: (Patch, Patch) -> Bool
  ) -> [Patch] {
    patches.enumerated().sorted { left, right in
      if isBefore(left.element, right.element) { return true }
      if isBefore(right.element, left.element) { return false }
      return left.offset < right.offset
    }.map(\.element)
  }
}
