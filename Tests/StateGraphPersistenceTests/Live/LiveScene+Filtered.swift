import StateGraphPersistence

extension LiveScene {
  /// Queries with a closure, over every kind of query below it.
  var filtered: [LiveWatch] {
    let things = things.query
    // The bins are kept alive, so that a closure that reads the bin of a thing runs no SELECT.
    let bins = bins.getAll()
    let ofThings: [(String, FilteredQuery<Thing>)] = [
      ("of rank over 1", things.filter { ($0.rank ?? -1) > 1 }),
      (
        "in a bin x, by rank",
        things.order { $0.rank.ascending }.filter { thing in
          withExtendedLifetime(bins) { thing.bin?.label == "x" }
        }
      ),
      (
        "heavy or a, of four by weight",
        things.order { $0.weight.descending }.limit(4)
          .filter { ($0.weight ?? 0) > 1 || $0.name == "a" }
      ),
      (
        "named, of those with a rank, by name",
        things.where { !$0.rank.isNull }.order { $0.name.descending }.filter { !$0.name.isEmpty }
      ),
      (
        "of even rank, of those in a bin not x",
        things.where { $0.bin.label != "x" }.filter { ($0.rank ?? 1).isMultiple(of: 2) }
      ),
    ]
    return ofThings.map { name, query in
      Self.watch("filtered: \(name)", query.live) { try query.fetch() }
    }
  }
}
