import StateGraphPersistence

extension LiveDifference {
  /// The old rows after the steps, applied as their documentation describes.
  func applied<Row>(to old: [Row], _ row: (Element) -> Row) -> [Row] {
    let leaving = Set(moves.map(\.from)).union(removals)
    var rows = old.indices.filter { !leaving.contains($0) }.map { old[$0] }
    let comers =
      insertions.map { ($0.offset, $0.element) } + moves.map { ($0.to, $0.element) }
    for (offset, element) in comers.sorted(by: { $0.0 < $1.0 }) {
      rows.insert(row(element), at: offset)
    }
    return rows
  }
}
