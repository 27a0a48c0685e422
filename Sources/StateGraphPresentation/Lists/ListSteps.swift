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
