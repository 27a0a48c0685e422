/// The columns of a row that ``RowFactory`` fills together, because a rule (a reference, a CHECK or
/// a key) names several of them.
struct ColumnGroup {
  var columns: Set<Int>
  var references: [TableShape.Reference] = []
  var checks: [Int] = []
  var watched: [Int] = []

  /// Divides the columns of a row into groups, so that each rule concerns one group.
  ///
  /// - Parameters:
  ///   - free: The columns that no ``KeyWalk`` fills.
  ///   - references: The references of the table.
  ///   - checks: One element for each CHECK: the stored columns on which its result depends.
  ///   - watched: One element for each ``WatchedKey``: its columns.
  static func groups(
    _ free: [Int],
    references: [TableShape.Reference],
    checks: [[Int]],
    watched: [[Int]]
  ) -> [ColumnGroup] {
    var groups = free.map { ColumnGroup(columns: [$0]) }
    for columns in references.map(\.columns) + checks + watched { join(columns, in: &groups) }
    // If key walks fill all columns of a rule, the rule goes to a group without columns. The
    // factory then only checks the rule.
    var fixed = ColumnGroup(columns: [])
    func place(_ columns: [Int], add: (inout ColumnGroup) -> Void) {
      let index = groups.firstIndex { !$0.columns.isDisjoint(with: columns) }
      if let index { add(&groups[index]) } else { add(&fixed) }
    }
    for reference in references { place(reference.columns) { $0.references.append(reference) } }
    for (number, columns) in checks.enumerated() { place(columns) { $0.checks.append(number) } }
    for (number, columns) in watched.enumerated() { place(columns) { $0.watched.append(number) } }
    // A reference whose columns are all filled needs no choice: a key walk has chosen its row.
    fixed.references = []
    return groups + (fixed.checks.isEmpty && fixed.watched.isEmpty ? [] : [fixed])
  }

  private static func join(_ columns: [Int], in groups: inout [ColumnGroup]) {
    let touched = groups.indices.filter { !groups[$0].columns.isDisjoint(with: columns) }
    guard let first = touched.first else { return }
    for index in touched.dropFirst().reversed() {
      groups[first].columns.formUnion(groups[index].columns)
      groups.remove(at: index)
    }
  }
}
