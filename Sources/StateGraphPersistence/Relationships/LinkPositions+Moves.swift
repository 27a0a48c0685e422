extension LinkPositions {
  /// One UPDATE of a link's position.
  struct Move: Equatable {
    /// The index of the link in the old order.
    let link: Int
    /// The position that an earlier move has given to the link, or nil for the link's first move.
    let origin: Int64?
    let position: Int64
  }

  /// Returns the moves that bring the links to their new positions.
  ///
  /// A link moves after the link that has its new position. No two links then ever have the same
  /// position, as a unique index requires. If links exchange their positions in a circle, one of
  /// them first moves to a position that no link has.
  ///
  /// - Parameters:
  ///   - placements: The new positions. Those of new links are left out.
  ///   - isUnique: Whether two links may never have the same position. If not, no additional move
  ///     is necessary.
  func moves(_ placements: [Placement], keepingUnique isUnique: Bool) -> [Move] {
    let moving = placements.compactMap { placement in
      placement.link.map { (link: $0, old: position($0), new: placement.position) }
    }.filter { $0.old != $0.new }
    var holders: [Int64: Int] = [:]
    for (index, link) in moving.enumerated() { if let old = link.old { holders[old] = index } }
    var free = isUnique ? freePosition(beside: moving.map(\.new)) : nil
    var isMoved = Array(repeating: false, count: moving.count)
    var moves: [Move] = []
    for start in moving.indices where !isMoved[start] {
      // Each link of the chain moves to the position of the next one. New positions differ, so the
      // chain can only return to its first link.
      var chain = [start]
      isMoved[start] = true
      while let next = holders[moving[chain[chain.count - 1]].new], !isMoved[next] {
        chain.append(next)
        isMoved[next] = true
      }
      var origin: Int64?
      if chain.count > 1, holders[moving[chain[chain.count - 1]].new] == start, let position = free
      {
        moves.append(Move(link: moving[start].link, origin: nil, position: position))
        origin = position
        free = position &+ 1
      }
      moves += chain.reversed().map { index in
        let link = moving[index]
        return Move(link: link.link, origin: index == start ? origin : nil, position: link.new)
      }
    }
    return moves
  }

  /// Returns a position that is greater than all old and all new positions.
  private func freePosition(beside new: [Int64]) -> Int64 {
    let last = (0..<count).last.flatMap(position) ?? 0
    return max(last, new.max() ?? 0) &+ 1
  }
}
