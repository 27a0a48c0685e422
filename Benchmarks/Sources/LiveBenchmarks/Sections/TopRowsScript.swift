/// One write of the benchmark.
enum ItemEvent {
  case insert(Int, score: Int)
  case update(Int, score: Int)
  case delete(Int)
}

/// Writes of random rows, equal for all sides: insertions, new scores and deletions in turn. In the
/// random events, one of five concerns the first rows.
final class TopRowsScript {
  private var random = SplitMix64(state: 4)
  /// The ids of the existing rows in any order, and the index of each id in this list.
  private var ids: [Int]
  private var places: [Int: Int]
  /// The ids of the existing rows whose score is at least `firstScore`. At the beginning, there are
  /// as many of them as the query observes.
  private var first: [Int]
  private let firstScore: Int
  private var nextID: Int

  init(rowCount: Int) {
    ids = Array(0..<rowCount)
    places = Dictionary(uniqueKeysWithValues: zip(ids, ids))
    nextID = rowCount
    let firstScore = ItemContent.scoreBound - ItemContent.scoreBound / rowCount * TopRows.limit
    self.firstScore = firstScore
    first = ids.filter { ItemContent.score(of: $0) >= firstScore }
  }

  /// Returns writes among the first rows and elsewhere. A round does not change the number of rows.
  func steps(_ perform: @escaping (ItemEvent) throws -> Void) -> [Step] {
    let kinds: [(String, () -> ItemEvent)] = [
      ("insert elsewhere", { self.insert(isAimed: false) }),
      ("update elsewhere", { self.update(isAimed: false) }),
      ("delete elsewhere", { self.delete(isAimed: false) }),
      ("insert among the first", { self.insert(isAimed: true) }),
      ("update among the first", { self.update(isAimed: true) }),
      ("delete among the first", { self.delete(isAimed: true) }),
    ]
    return kinds.map { name, event in Step(name: name) { try perform(event()) } }
  }

  /// Returns a random event. The three kinds alternate, and chance decides whether it concerns the
  /// first rows.
  func event(_ number: Int) -> ItemEvent {
    let isAimed = Int.random(in: 0..<5, using: &random) == 0
    switch number % 3 {
    case 0: return insert(isAimed: isAimed)
    case 1: return update(isAimed: isAimed)
    default: return delete(isAimed: isAimed)
    }
  }

  private func score(isAimed: Bool) -> Int {
    isAimed
      ? Int.random(in: firstScore..<ItemContent.scoreBound, using: &random)
      : Int.random(in: 0..<firstScore, using: &random)
  }

  private func row(isAimed: Bool) -> Int {
    (isAimed ? first : ids).randomElement(using: &random) ?? ids[0]
  }

  private func insert(isAimed: Bool) -> ItemEvent {
    nextID += 1
    places[nextID] = ids.count
    ids.append(nextID)
    if isAimed { first.append(nextID) }
    return .insert(nextID, score: score(isAimed: isAimed))
  }

  private func update(isAimed: Bool) -> ItemEvent {
    let id = row(isAimed: isAimed)
    if !isAimed { first.removeAll { $0 == id } }
    return .update(id, score: score(isAimed: isAimed))
  }

  private func delete(isAimed: Bool) -> ItemEvent {
    let id = row(isAimed: isAimed)
    first.removeAll { $0 == id }
    // The last id takes the place of the deleted one.
    if let place = places.removeValue(forKey: id), let last = ids.popLast(), last != id {
      ids[place] = last
      places[last] = place
    }
    return .delete(id)
  }
}
