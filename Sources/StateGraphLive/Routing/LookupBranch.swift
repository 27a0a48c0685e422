import StateGraphRows

/// One alternative of an OR condition, reduced to the comparisons that the ``Router`` can look up.
///
/// For example, the alternative `a = 1 AND f(b)` is reduced to `a = 1`. The router therefore may
/// also find rows that do not match the complete alternative.
struct LookupBranch {
  /// The maximum number of look-up keys for one live query.
  ///
  /// A longer list of values, as in `x IN (…)`, is looked up as one range instead. If an OR
  /// condition has more alternatives, every changed row of the table counts as a possible match.
  static var countLimit: Int { 4_096 }

  struct Range {
    let collation: Collation
    var bounds: ColumnBounds
  }

  var equals: [Int: SQLiteValue] = [:]
  var nulls: Set<Int> = []
  var ranges: [Int: Range] = [:]

  /// How selective a branch is. A branch with a greater raw value usually matches fewer rows.
  private enum Quality: Int {
    case nothing, range, equality
  }

  private var quality: Quality {
    if !equals.isEmpty || !nulls.isEmpty { return .equality }
    return ranges.isEmpty ? .nothing : .range
  }

  /// Returns the alternatives (branches) of a condition.
  ///
  /// Every row that matches the condition also matches at least one of the returned branches.
  static func branches(of condition: RowCondition, in table: TableSchema) -> [LookupBranch] {
    switch condition {
    case .and(let parts): return branches(ofAll: parts, in: table)
    case .or(let parts):
      var branches: [LookupBranch] = []
      for part in parts {
        branches += self.branches(of: part, in: table)
        if branches.count > countLimit { return [LookupBranch()] }
      }
      // If one branch matches every row, the remaining branches find no further rows and are
      // dropped.
      return branches.contains { $0.quality == .nothing } ? [LookupBranch()] : branches
    case .isOneOf(let column, let constants, let collation):
      guard collation == table.columns[column].collation, constants.count <= countLimit else {
        guard let span = constants.span else { return [] }
        return [LookupBranch(ranges: [column: Range(collation: collation, bounds: span)])]
      }
      return constants.image.map { LookupBranch(equals: [column: $0]) }
    case .compare(let column, let comparison, let constant, let collation):
      return [
        LookupBranch(
          column,
          comparison: comparison,
          value: constant.image[0],
          collation: collation,
          in: table
        )
      ]
    case .isNull(let column): return [LookupBranch(nulls: [column])]
    case .not, .compareColumns, .matches, .compareValues, .valueMatches: return [LookupBranch()]
    }
  }

  /// Returns the branches for several conditions that must all be true.
  ///
  /// Conditions with a single branch are combined into one branch. Of the conditions with several
  /// branches, only the most selective condition is used. Combining all of them would multiply the
  /// number of branches.
  private static func branches(
    ofAll parts: [RowCondition],
    in table: TableSchema
  ) -> [LookupBranch] {
    var common = LookupBranch()
    var choice: [LookupBranch]?
    for part in parts {
      let branches = branches(of: part, in: table)
      if branches.count == 1 {
        common.formIntersection(branches[0])
      } else if choice.map({ isBetter(branches, than: $0) }) ?? true {
        choice = branches
      }
    }
    guard let choice, common.quality != .equality || choice.isEmpty else { return [common] }
    guard common.quality == .nothing || worst(choice) == .equality || choice.isEmpty else {
      return [common]
    }
    return choice.map { branch in
      var branch = branch
      branch.formIntersection(common)
      return branch
    }
  }

  private static func isBetter(_ left: [LookupBranch], than right: [LookupBranch]) -> Bool {
    if left.isEmpty || right.isEmpty { return left.isEmpty }
    let (leftQuality, rightQuality) = (worst(left), worst(right))
    return leftQuality == rightQuality
      ? left.count < right.count : leftQuality.rawValue > rightQuality.rawValue
  }

  private static func worst(_ branches: [LookupBranch]) -> Quality {
    branches.map(\.quality).min { $0.rawValue < $1.rawValue } ?? .equality
  }

  private mutating func formIntersection(_ other: LookupBranch) {
    equals.merge(other.equals) { first, _ in first }
    nulls.formUnion(other.nulls)
    for (column, range) in other.ranges {
      guard let known = ranges[column] else {
        ranges[column] = range
        continue
      }
      guard known.collation == range.collation else { continue }
      ranges[column]?.bounds = known.bounds.intersection(range.bounds, collation: range.collation)
    }
  }

  func route(in table: TableSchema, watching watched: Set<ByteText>) -> RowRoute {
    let name = { (index: Int) in table.columns[index].name }
    // The columns are sorted, so that two queries that compare the same columns in a different
    // order have equal templates.
    let matches = equals.keys.sorted()
    let nulls = nulls.sorted()
    // A range with two bounds is more selective than a range with one bound.
    let range = ranges.filter { equals[$0.key] == nil }.max { left, right in
      (left.value.bounds.endCount, -left.key) < (right.value.bounds.endCount, -right.key)
    }
    let used = (matches + nulls + (range.map { [$0.key] } ?? [])).map { ByteText(name($0)) }
    return RowRoute(
      template: RouteTemplate(
        table: table.name,
        matchColumns: matches.map(name),
        nullColumns: nulls.map(name),
        rangeColumn: range.map { .init(name: name($0.key), collation: $0.value.collation) },
        watchedColumns: watched.subtracting(used).sorted().map(\.string)
      ),
      values: matches.compactMap { equals[$0] },
      bounds: range?.value.bounds
    )
  }
}

extension LookupBranch {
  fileprivate init(
    _ column: Int,
    comparison: RowCondition.Comparison,
    value: SQLiteValue,
    collation: Collation,
    in table: TableSchema
  ) {
    switch comparison {
    case .equal where collation == table.columns[column].collation: equals = [column: value]
    case .equal: ranges = [column: Range(collation, bounds: ColumnBounds(from: value, to: value))]
    case .notEqual: break
    case .less:
      ranges = [column: Range(collation, bounds: ColumnBounds(to: value, includesUpper: false))]
    case .lessOrEqual: ranges = [column: Range(collation, bounds: ColumnBounds(to: value))]
    case .greater:
      ranges = [column: Range(collation, bounds: ColumnBounds(from: value, includesLower: false))]
    case .greaterOrEqual: ranges = [column: Range(collation, bounds: ColumnBounds(from: value))]
    }
  }
}

extension LookupBranch.Range {
  fileprivate init(_ collation: Collation, bounds: ColumnBounds) {
    self.init(collation: collation, bounds: bounds)
  }
}

extension ColumnBounds {
  fileprivate var endCount: Int { (lower == nil ? 0 : 1) + (upper == nil ? 0 : 1) }
}

extension RowConstants {
  /// The range from the smallest to the greatest constant, or nil if there are no constants.
  fileprivate var span: ColumnBounds? {
    count == 0 ? nil : ColumnBounds(from: image[0], to: image[count - 1])
  }
}
