extension LiveDifference: CustomStringConvertible {
  /// The changes on one line, such as
  /// `LiveDifference(removals: [2], insertions: [0: Author("ada", name: "Ada")])`.
  ///
  /// Kinds of changes that did not happen are left out.
  public var description: String {
    var parts: [String] = []
    if !removals.isEmpty { parts.append("removals: \(removals)") }
    if !insertions.isEmpty { parts.append("insertions: \(insertions)") }
    if !moves.isEmpty { parts.append("moves: \(moves)") }
    if !updates.isEmpty { parts.append("updates: \(updates)") }
    return "LiveDifference(\(parts.joined(separator: ", ")))"
  }
}

extension LiveDifference.Insertion: CustomStringConvertible {
  /// The offset and the entity, such as `0: Author("ada", name: "Ada")`.
  public var description: String { "\(offset): \(element.debugDescription)" }
}

extension LiveDifference.Move: CustomStringConvertible {
  /// The two offsets and the entity, such as `3 to 1: Author("ada", name: "Ada")`.
  public var description: String { "\(from) to \(to): \(element.debugDescription)" }
}
