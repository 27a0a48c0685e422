/// The elements of an array as the rows of a list.
public struct ArrayRows<Element: Sendable, ID: Hashable & Sendable>: ListRows {
  /// The rows in their order.
  public let elements: [Element]
  private let key: @Sendable (Element) -> ID

  /// Creates rows whose identifiers `key` returns. If several elements have the same identifier,
  /// the list shows the first one.
  public init(_ elements: some Sequence<Element>, id key: @escaping @Sendable (Element) -> ID) {
    var known: Set<ID> = []
    self.elements = elements.filter { known.insert(key($0)).inserted }
    self.key = key
  }

  /// Creates rows of elements that are `Identifiable`.
  public init(_ elements: some Sequence<Element>)
  where Element: Identifiable, ID == Element.ID {
    self.init(elements, id: { $0.id })
  }

  /// The number of rows.
  public var count: Int { elements.count }

  /// Returns the element at an offset.
  public func element(at position: Int) -> Element? { elements[position] }

  /// Returns the identifier of an element.
  public func id(of element: Element) -> ID { key(element) }

  /// Compares the identifiers. The rows at the beginning and at the end that are the same in both
  /// arrays cost little. Returns nil if more than 2,000 other rows remain, because the comparison
  /// of long arrays without a common part takes long.
  public func steps(from old: ArrayRows) -> ListSteps? {
    let (before, after) = (old.elements.map(key), elements.map(key))
    let shorter = min(before.count, after.count)
    var start = 0
    while start < shorter, before[start] == after[start] { start += 1 }
    var end = 0
    while end < shorter - start, before[before.count - 1 - end] == after[after.count - 1 - end] {
      end += 1
    }
    let (left, right) = (before[start..<(before.count - end)], after[start..<(after.count - end)])
    if left.isEmpty || right.isEmpty {
      return ListSteps(removals: Array(left.indices), insertions: Array(right.indices))
    }
    guard left.count + right.count <= 2_000 else { return nil }
    var (removals, insertions): ([Int], [Int]) = ([], [])
    for change in Array(right).difference(from: Array(left)) {
      switch change {
      case .remove(let offset, _, _): removals.append(start + offset)
      case .insert(let offset, _, _): insertions.append(start + offset)
      }
    }
    return ListSteps(removals: removals, insertions: insertions)
  }
}
