/// The columns of a row that must be filled together, because a rule names several of them.
struct ColumnGroup {
  var columns: Set<Int>
  var references: [TableShape.Reference] = []
  var checks: [Int] = []
  var watched: [Int] = []

  /// Divides the columns of a row into groups.
  ///
  /// - Parameters:
  ///   - free: The columns that no walk has filled.
  ///   - references: The references of the table.
  ///   - checks: The stored columns of each CHECK.
  ///   - watched: The columns of each watched key.
  static func groups(
    _ free: [Int],
    _ references: [TableShape.Reference],
    checks: [[Int]],
    watched: [[Int]]
  ) -> [ColumnGroup] {
    var groups = free.map { ColumnGroup(columns: [$0]) }
    for columns in references.map(\.columns) + checks + watched { join(columns, in: &groups) }
    // A rule whose columns are all filled has a group without columns.
    var fixed = ColumnGroup(columns: [])
    func place(_ columns: [Int], _ add: (inout ColumnGroup) -> Void) {
      let index = groups.firstIndex { !$0.columns.isDisjoint(with: columns) }
      if let index { add(&groups[index]) } else { add(&fixed) }
    }
    for reference in references { place(reference.columns) { $0.references.append(reference) } }
    for (number, columns) in checks.enumerated() { place(columns) { $0.checks.append(number) } }
    for (number, columns) in watched.enumerated() { place(columns) { $0.watched.append(number) } }
    // The references of the fixed columns were chosen by the walk.
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
