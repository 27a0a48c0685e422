/// Chooses the positions of the links of an ordered relationship, so that few links are written.
///
/// Positions are integers with gaps, such as 10, 20 and 30. A link that is inserted after 10 gets a
/// position between 10 and 20. If the gap is too small, neighbouring links move apart. A larger
/// group of links gets larger gaps, so that moves stay rare. This is list labelling, as in Bender
/// et al., "Two Simplified Algorithms for Maintaining Order in a List" (2002).
struct LinkPositions {
  /// A link in the new order, with the position that it gets.
  struct Placement: Equatable {
    /// The index of the link in the old order, or nil for a new link.
    let link: Int?
    let position: Int64
  }

  /// The distance between moved links if no link limits their positions on one side.
  private static let stride: Int64 = 1 << 16

  /// The number of links in the old order.
  let count: Int
  /// Returns the position of the link at an index in the old order, or nil if the link's order
  /// column contains no integer.
  let position: (Int) -> Int64?

  /// Returns the links to write, with their positions, if `items` replace the links of `range`.
  ///
  /// The result may also contain links before and after the range, if they have to move. New links
  /// are in the order of `items`.
  ///
  /// - Parameter items: The new order. An item is the index of a link of `range`, or nil for a new
  ///   link.
  func place(_ items: [Int?], replacing range: Range<Int>) -> [Placement] {
    placeInGaps(items, in: range) ?? reusePositions(items, in: range) ?? spread(items, in: range)
  }

  /// Returns the placements that exchange the positions of two links.
  ///
  /// Returns nil if a neighbouring link has the same position as one of them. The exchange would
  /// then not determine the order.
  func exchange(_ first: Int, with second: Int) -> [Placement]? {
    let (low, high) = (min(first, second), max(first, second))
    guard let lowPosition = position(low), let highPosition = position(high),
      lowPosition < highPosition
    else { return nil }
    let isShared = { (position: Int64, link: Int) in
      [link - 1, link + 1].contains { neighbour in
        (0..<count).contains(neighbour) && self.position(neighbour) == position
      }
    }
    if isShared(lowPosition, low) || isShared(highPosition, high) { return nil }
    return [
      Placement(link: high, position: lowPosition), Placement(link: low, position: highPosition),
    ]
  }
}

// MARK: - Without moving others

extension LinkPositions {
  /// Keeps as many positions as possible, and places all other items in the gaps between the kept
  /// positions. Returns nil if a gap is too small.
  private func placeInGaps(_ items: [Int?], in range: Range<Int>) -> [Placement]? {
    guard let before = bound(range.lowerBound - 1), let after = bound(range.upperBound) else {
      return nil
    }
    if range.isEmpty {
      // All items are new links, as in every append.
      let gap = LinkPositions.positions(items.count, between: before, and: after)
      return gap?.map { Placement(link: nil, position: $0) }
    }
    let isKept = longestIncreasing(items)
    var placements: [Placement] = []
    placements.reserveCapacity(items.count)
    var lower = before
    var waiting: [Int?] = []
    for (place, item) in items.enumerated() {
      guard isKept[place], let link = item else {
        waiting.append(item)
        continue
      }
      guard let kept = position(link) else { return nil }
      guard let gap = LinkPositions.positions(waiting.count, between: lower, and: .at(kept)) else {
        return nil
      }
      placements += zip(waiting, gap).map { Placement(link: $0, position: $1) }
      placements.append(Placement(link: link, position: kept))
      (lower, waiting) = (.at(kept), [])
    }
    guard let gap = LinkPositions.positions(waiting.count, between: lower, and: after) else {
      return nil
    }
    return placements + zip(waiting, gap).map { Placement(link: $0, position: $1) }
  }

  /// Assigns the existing positions of the range to the items, in order.
  ///
  /// Returns nil if there are more items than positions, or if the positions do not increase.
  private func reusePositions(_ items: [Int?], in range: Range<Int>) -> [Placement]? {
    guard items.count <= range.count, var last = bound(range.lowerBound - 1),
      let after = bound(range.upperBound)
    else { return nil }
    var placements: [Placement] = []
    for (place, item) in zip(range, items) {
      guard let position = position(place), last.isBefore(.at(position)) else { return nil }
      placements.append(Placement(link: item, position: position))
      last = .at(position)
    }
    return last.isBefore(after) ? placements : nil
  }

  /// Returns, for each item, whether it belongs to a longest increasing subsequence of the items.
  ///
  /// These links keep their order, so only the other items need new positions.
  private func longestIncreasing(_ items: [Int?]) -> [Bool] {
    var isKept = Array(repeating: false, count: items.count)
    /// For each length, the index of the item that ends an increasing subsequence of this length.
    /// If there are several, this is the item with the smallest link.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: items.count)
    for (place, item) in items.enumerated() {
      guard let link = item else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if (items[ends[middle]] ?? -1) < link { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[place] = ends[low - 1] }
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var place = ends.last ?? -1
    while place >= 0 {
      isKept[place] = true
      place = previous[place]
    }
    return isKept
  }
}

// MARK: - Moving others apart

extension LinkPositions {
  /// Places the items, and moves as many neighbouring links as necessary to make room for them.
  private func spread(_ items: [Int?], in range: Range<Int>) -> [Placement] {
    var (low, high) = (range.lowerBound, range.upperBound)
    var (step, needed) = (1, Int64(4))
    while low > 0 || high < count {
      low = max(0, low - step)
      high = min(count, high + step)
      let moved = (low..<range.lowerBound).map { $0 } + items + (range.upperBound..<high).map { $0 }
      if let lower = bound(low - 1), let upper = bound(high),
        let places = LinkPositions.spread(moved.count, between: lower, and: upper, needed: needed)
      {
        return zip(moved, places).map { Placement(link: $0, position: $1) }
      }
      // More moving links need more space for each of them, so that they do not have to move again
      // soon.
      (step, needed) = (step * 2, needed * 2)
    }
    let all = (0..<range.lowerBound).map { $0 } + items + (range.upperBound..<count).map { $0 }
    let stride = range.count == count ? 1 : LinkPositions.stride
    return all.enumerated().map { place, link in
      Placement(link: link, position: Int64(place) * stride)
    }
  }

  private static func spread(_ count: Int, between lower: Bound, and upper: Bound, needed: Int64)
    -> [Int64]?
  {
    let length = stride.multipliedReportingOverflow(by: Int64(count))
    if length.overflow { return nil }
    switch (lower, upper) {
    case (.open, .open): return nil
    case (.open, .at(let upper)):
      let first = upper.subtractingReportingOverflow(length.partialValue)
      return first.overflow ? nil : (0..<Int64(count)).map { first.partialValue + $0 * stride }
    case (.at(let lower), .open):
      guard !lower.addingReportingOverflow(length.partialValue).overflow else { return nil }
      return (1...Int64(count)).map { lower + $0 * stride }
    case (.at(let lower), .at(let upper)):
      let gap = upper.subtractingReportingOverflow(lower)
      guard !gap.overflow, gap.partialValue / Int64(count + 1) >= needed else { return nil }
      return positions(count, between: .at(lower), and: .at(upper))
    }
  }
}

// MARK: - Gaps

extension LinkPositions {
  /// The lower or upper limit of new positions: the position of a neighbouring link, or no limit.
  private enum Bound {
    case open
    case at(Int64)

    func isBefore(_ other: Bound) -> Bool {
      if case .at(let own) = self, case .at(let other) = other { own < other } else { true }
    }
  }

  /// Returns the limit that the link at an index sets for neighbouring positions.
  ///
  /// There is no limit if the index is before the first or after the last link. Returns nil if the
  /// link's position is no integer.
  private func bound(_ link: Int) -> Bound? {
    guard (0..<count).contains(link) else { return Bound.open }
    return position(link).map { .at($0) }
  }

  /// Returns increasing positions between two bounds, which are not included. Returns nil if there
  /// are too few integers.
  private static func positions(_ count: Int, between lower: Bound, and upper: Bound) -> [Int64]? {
    let wanted = Int64(count)
    switch (lower, upper) {
    case (.open, .open): return Array(0..<wanted)
    case (.at(let lower), .open):
      guard !lower.addingReportingOverflow(wanted).overflow else { return nil }
      return (0..<wanted).map { lower + 1 + $0 }
    case (.open, .at(let upper)):
      guard !upper.subtractingReportingOverflow(wanted).overflow else { return nil }
      return (0..<wanted).map { upper - wanted + $0 }
    case (.at(let lower), .at(let upper)):
      guard lower < upper else { return nil }
      if count == 0 { return [] }
      let difference = upper.subtractingReportingOverflow(lower)
      let gap = difference.overflow ? Int64.max : difference.partialValue
      let step = gap / (wanted + 1)
      guard step > 0 else { return nil }
      return (1...wanted).map { lower + $0 * step }
    }
  }
}
