/// What commas and points mean in the numbers of an input.
package struct NumberMarks: Sendable, Equatable {
  /// Whether a comma may begin a fraction, as in `2,49`.
  package var commasMayBeFractions = false
  /// Whether a point separates thousands, as in `1.234,56`.
  package var pointsAreGroups = false

  package init(commasMayBeFractions: Bool = false, pointsAreGroups: Bool = false) {
    self.commasMayBeFractions = commasMayBeFractions
    self.pointsAreGroups = pointsAreGroups
  }
}

/// What the commas and points in the numbers of an input show: whether a comma begins the fraction,
/// as in `2,49`, or separates thousands, as in `1,234.5`.
package struct CommaEvidence: Sendable, Equatable {
  /// Whether a comma begins the fraction of a number.
  package private(set) var hasFractions = false
  /// Whether a comma separates thousands, or a point begins the fraction of a number.
  package private(set) var hasPoints = false
  /// Whether points separate thousands before a comma, as in `1.234,56`.
  private var hasGroupsOfPoints = false

  package init() {}

  /// Adds a field of the input. A field that is not a number is ignored.
  package mutating func observe(_ field: some BidirectionalCollection<UInt8>) {
    let (comma, point) = (UInt8(ascii: ","), UInt8(ascii: "."))
    // A field with a point alone shows nothing more.
    guard field.contains(where: { $0 == comma || $0 == point && !hasPoints }) else { return }
    guard let digits = NumberAffixes(field).map({ Array($0.body) }),
      digits.allSatisfy({ $0 &- 48 < 10 || $0 == comma || $0 == point })
    else { return }
    let commas = digits.indices.filter { digits[$0] == comma }
    let points = digits.indices.filter { digits[$0] == point }
    let isGrouped = digits.split(separator: comma, omittingEmptySubsequences: false).dropFirst()
      .allSatisfy { $0.prefix { $0 != point }.count == 3 }
    switch (commas.count, points.count) {
    case (1, 0):
      // `1,500` can be both. `0,500` cannot have a group.
      let whole = digits.prefix { $0 != comma }
      if !isGrouped || whole.first == 48 || whole.count > 3 { hasFractions = true }
    case (1, _) where points.allSatisfy({ $0 < commas[0] }):
      (hasFractions, hasGroupsOfPoints) = (true, true)
    case (0, 1):
      if digits.reversed().prefix(while: { $0 != point }).count != 3 { hasPoints = true }
    case (1..., 0...1): if isGrouped { hasPoints = true }
    default: break
    }
  }

  package mutating func merge(_ other: CommaEvidence) {
    hasFractions = hasFractions || other.hasFractions
    hasPoints = hasPoints || other.hasPoints
    hasGroupsOfPoints = hasGroupsOfPoints || other.hasGroupsOfPoints
  }

  /// Returns what commas and points mean in the numbers of an input with this separator.
  ///
  /// Programs separate fields by a semicolon where a comma begins the fraction.
  package func marks(separator: UInt8) -> NumberMarks {
    NumberMarks(
      commasMayBeFractions: hasFractions || separator == UInt8(ascii: ";") && !hasPoints,
      pointsAreGroups: hasGroupsOfPoints && !hasPoints
    )
  }
}
