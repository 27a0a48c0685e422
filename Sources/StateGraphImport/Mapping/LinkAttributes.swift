import StateGraphSQLite

/// The columns of a join table besides its two foreign keys. A nested record may have values for
/// them among its own members.
struct LinkAttributes {
  private let columns: Set<Int>
  /// One bit for the first letter of each column's name, in lower case. Nearly all members of
  /// nested records are no such columns, and this excludes them without a search for the name.
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

  /// The bit of a name's first letter. Several letters may have the same bit.
  private static func bit(_ name: String) -> UInt64 {
    name.utf8.first.map { 1 << UInt64(($0 | 0x20) & 0x3F) } ?? 0
  }

  var isEmpty: Bool { columns.isEmpty }

  func mayContain(_ name: String) -> Bool {
    firstLetters & Self.bit(name) != 0
  }

  func contains(_ column: Int) -> Bool { columns.contains(column) }
}
