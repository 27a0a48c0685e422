import StateGraphSQLite

/// The columns of a join table besides its two foreign keys: what a link says of itself, by members
/// of the nested record that it leads to.
struct LinkAttributes {
  private let columns: Set<Int>
  /// A bit for each letter, in lower case, that one of them begins with. Nearly all members of
  /// nested records are none, and this is how they are told without a look at the schema.
  private let firstLetters: UInt64

  init(_ link: LinkRole, _ plan: ImportPlan) {
    let join = plan.tables[link.joinTable]
    let keys = join.foreignKeys[link.ownerKey].columns + join.foreignKeys[link.elementKey].columns
    let columns = Set(
      join.schema.columns.indices.filter {
        !keys.contains($0) && join.column($0).generation == .none
      }
    )
    self.columns = columns
    firstLetters = columns.reduce(0) { $0 | Self.bit(join.column($1).name) }
  }

  /// Different letters may share a bit.
  private static func bit(_ name: String) -> UInt64 {
    name.utf8.first.map { 1 << UInt64(($0 | 0x20) & 0x3F) } ?? 0
  }

  var isEmpty: Bool { columns.isEmpty }

  func mayContain(_ name: String) -> Bool {
    firstLetters & Self.bit(name) != 0
  }

  func contains(_ column: Int) -> Bool { columns.contains(column) }
}
