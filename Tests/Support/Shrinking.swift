/// Finds a short list that still fails: delta debugging, then whatever `simpler` offers for each of
/// the elements that are left.
///
/// - Parameters:
///   - list: A list for which `fails` is true.
///   - budget: How many times `fails` may be asked.
///   - simpler: Simpler versions of one element, simplest first; each is a list, so that a group
///     can become its members.
public func shrink<Element>(
  _ list: [Element],
  budget: Int,
  simpler: (Element) -> [[Element]],
  fails: @escaping ([Element]) -> Bool
) -> [Element] {
  var shrinking = Shrinking(list: list, budget: budget, fails: fails)
  repeat {
    shrinking.hasImproved = false
    shrinking.removeChunks()
    shrinking.simplify(simpler)
  } while shrinking.hasImproved && shrinking.budget > 0
  return shrinking.list
}

private struct Shrinking<Element> {
  var list: [Element]
  var budget: Int
  let fails: ([Element]) -> Bool
  var hasImproved = false

  private mutating func accept(_ candidate: [Element]) -> Bool {
    guard budget > 0 else { return false }
    budget -= 1
    guard fails(candidate) else { return false }
    list = candidate
    hasImproved = true
    return true
  }

  /// Halves, quarters, … single elements, from the end: what came first is needed more often.
  mutating func removeChunks() {
    var size = max(1, list.count / 2)
    while true {
      var end = list.count
      while end > 0 {
        let start = max(0, end - size)
        var candidate = list
        candidate.removeSubrange(start..<end)
        _ = accept(candidate)
        end = start
      }
      if size == 1 { return }
      size /= 2
    }
  }

  mutating func simplify(_ simpler: (Element) -> [[Element]]) {
    var index = 0
    while index < list.count {
      let replacement = simpler(list[index]).first { replacement in
        var candidate = list
        candidate.replaceSubrange(index...index, with: replacement)
        return accept(candidate)
      }
      // What was simplified may be simplified again.
      if replacement == nil { index += 1 }
    }
  }
}
