import StateGraphSQLite

/// The columns of a join table that are not part of its two foreign keys.
///
/// A nested record may contain values for these columns. For example, a tag in a post may contain
/// the date on which the tag was added.
struct LinkAttributes {
  private let columns: Set<Int>
  /// A bit set of the lower-case first letters of the columns' names.
  ///
  /// The set excludes most members of nested records without a search for their names.
  private let firstLetters: UInt64

  init(_ link: LinkRole, plan: ImportPlan) {
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

  /// Returns the bit of `firstLetters` for the first letter of a name.
  ///
  /// Several letters may share one bit. A set bit therefore does not prove that the name is one of
  /// the columns.
  private static func bit(_ name: String) -> UInt64 {
    name.utf8.first.map { 1 << UInt64(($0 | 0x20) & 0x3F) } ?? 0
  }

  var isEmpty: Bool { columns.isEmpty }

  func mayContain(_ name: String) -> Bool {
    firstLetters & Self.bit(name) != 0
  }

  func contains(_ column: Int) -> Bool { columns.contains(column) }
}
