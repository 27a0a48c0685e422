/// Shortens a list for which a test fails, so that the failure is easier to understand.
///
/// The function first removes elements as long as the test fails without them (delta debugging). It
/// then tries to replace each remaining element by a simpler one.
///
/// - Parameters:
///   - list: A list for which `fails` returns true.
///   - budget: The largest number of calls of `fails`.
///   - simpler: Returns the possible replacements for an element, the simplest first. Each
///     replacement is a list, so that a group can be replaced by its members.
///   - fails: Runs the test with a list, and returns whether the test fails.
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

  /// Tries to remove halves of the list, then quarters, and so on down to single elements. It
  /// begins at the end, because later elements often need the earlier ones.
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
      // The index stays after a replacement, because the new element can often be simplified, too.
      if replacement == nil { index += 1 }
    }
  }
}
