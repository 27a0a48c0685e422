/// The way of a list model from its earlier rows to later ones, in as few changes as the positions
/// allow.
///
/// A model announces the changes one after another. Between two of them, a toolkit may ask for
/// any row, and the model must answer as if the remaining changes had not happened yet. This value
/// answers such questions: ``place(of:)`` maps a position to a row of the earlier or later rows.
///
/// Removals are announced from the end to the beginning, so that a removal moves no row that a
/// later removal concerns. Insertions follow from the beginning to the end.
package struct ListTransition: Sendable {
  /// Where the row at a position is, while the changes are announced.
  package enum Place: Equatable, Sendable {
    case old(Int)
    case new(Int)
  }

  /// If the steps have more runs than this number, the rows are replaced. Many small changes would
  /// cost more than two large ones.
  package static let runLimit = 1_000

  /// The changes, in the order in which they are announced.
  package let changes: [ListChange]
  /// Whether the changes replace all rows, by a removal of all and an insertion of all. One change
  /// for both would make a toolkit ask for each row.
  package let isReplacement: Bool
  private let oldCount: Int
  private let newCount: Int
  private let removals: [Int]
  private let insertions: [Int]
  /// For each removal, the index of its first element of `removals`. For each insertion, the index
  /// after its last element of `insertions`.
  private let bounds: [Int]
  private let removalRunCount: Int
  /// How many of the changes were announced.
  private var announced = 0

  /// Creates the way between two states of a list.
  ///
  /// - Parameters:
  ///   - oldCount: The number of earlier rows.
  ///   - newCount: The number of later rows.
  ///   - steps: The steps between both, or nil if all rows are replaced.
  package init(from oldCount: Int, to newCount: Int, by steps: ListSteps?) {
    (self.oldCount, self.newCount) = (oldCount, newCount)
    if let steps, oldCount - steps.removals.count == newCount - steps.insertions.count {
      let (removed, inserted) = (Self.runs(steps.removals), Self.runs(steps.insertions))
      if removed.count + inserted.count <= Self.runLimit {
        (removals, insertions, isReplacement) = (steps.removals, steps.insertions, false)
        changes =
          removed.reversed().map {
            ListChange(position: steps.removals[$0.lowerBound], removed: $0.count, added: 0)
          }
          + inserted.map {
            ListChange(position: steps.insertions[$0.lowerBound], removed: 0, added: $0.count)
          }
        bounds = removed.reversed().map(\.lowerBound) + inserted.map(\.upperBound)
        removalRunCount = removed.count
        return
      }
    }
    (removals, insertions, isReplacement) = ([], [], true)
    var all: [ListChange] = []
    if oldCount > 0 { all.append(ListChange(position: 0, removed: oldCount, added: 0)) }
    removalRunCount = all.count
    if newCount > 0 { all.append(ListChange(position: 0, removed: 0, added: newCount)) }
    changes = all
    bounds = []
  }

  /// Notes that the model announces the next change. From now on, the model answers as of after
  /// this change.
  package mutating func announceNext() -> ListChange {
    announced += 1
    return changes[announced - 1]
  }

  /// The number of rows after the announced changes.
  package var count: Int {
    if isReplacement {
      if announced < removalRunCount { return oldCount }
      return announced == changes.count ? newCount : 0
    }
    if announced <= removalRunCount { return oldCount - (removals.count - removedFrom) }
    return oldCount - removals.count + insertedUpTo
  }

  /// Returns where the row at a position is, after the announced changes. The position must be less
  /// than ``count``.
  package func place(of position: Int) -> Place {
    if isReplacement { return announced < removalRunCount ? .old(position) : .new(position) }
    if announced <= removalRunCount {
      return .old(Self.skipping(removals[removedFrom...], position: position))
    }
    return .new(Self.skipping(insertions[insertedUpTo...], position: position))
  }

  /// The index of the first announced element of `removals`. All elements from it on are announced.
  private var removedFrom: Int { announced == 0 ? removals.count : bounds[announced - 1] }
  /// The number of elements of `insertions` that were announced, from the first one on.
  private var insertedUpTo: Int { bounds[announced - 1] }

  /// Returns the number with this position among all numbers from 0 on that are not in `skipped`,
  /// which is in ascending order.
  private static func skipping(_ skipped: ArraySlice<Int>, position: Int) -> Int {
    var (low, high) = (skipped.startIndex, skipped.endIndex)
    while low < high {
      let middle = (low + high) / 2
      // This many numbers that are not skipped precede the skipped number.
      let before = skipped[middle] - (middle - skipped.startIndex)
      if before <= position { low = middle + 1 } else { high = middle }
    }
    return position + low - skipped.startIndex
  }

  /// Divides offsets in ascending order into runs of consecutive ones. Returns their ranges of
  /// indices.
  private static func runs(_ offsets: [Int]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in offsets.indices {
      if let last = runs.last, offsets[index] == offsets[index - 1] + 1 {
        runs[runs.count - 1] = last.lowerBound..<(index + 1)
      } else {
        runs.append(index..<(index + 1))
      }
    }
    return runs
  }
}

/// One change that a list model announces: from a position on, rows were removed, and others were
/// inserted in their place. GTK's signal `items-changed` has the same three numbers.
package struct ListChange: Equatable, Sendable {
  package let position: Int
  package let removed: Int
  package let added: Int

  package init(position: Int, removed: Int, added: Int) {
    (self.position, self.removed, self.added) = (position, removed, added)
  }
}

/// The steps that change the earlier rows of a list to later ones: removals, and then insertions. A
/// row that has moved is removed and inserted.
public struct ListSteps: Equatable, Sendable {
  /// The offsets of the removed rows among the earlier rows, in ascending order.
  public let removals: [Int]
  /// The offsets of the inserted rows among the later rows, in ascending order.
  public let insertions: [Int]

  /// Whether the earlier and the later rows are the same.
  public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty }

  /// Creates steps from offsets in any order. No offset may be given twice.
  public init(removals: [Int], insertions: [Int]) {
    self.removals = removals.sorted()
    self.insertions = insertions.sorted()
  }
}
