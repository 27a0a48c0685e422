import StateGraphPersistence
import TestSupport

extension LiveScene {
  /// Queries over several tables, with every kind of relationship between them.
  var joined: [LiveWatch] {
    let stickers = stickers.query
    let ofThings: [(String, Query<Thing>)] = [
      ("in a bin x", things.query.where { $0.bin.label == "x" }),
      (
        "in a bin not x, two by rank",
        things.query.where { $0.bin.label != "x" }.order { $0.rank.ascending }.limit(2)
      ),
      ("in a labelled bin or of rank 1", things.query.where { $0.bin.label > "x" || $0.rank == 1 }),
      (
        "with a sticker at place 1",
        things.query.where { $0[inverse: \Sticker.thing].exists { $0.place == 1 } }
      ),
      (
        "without a mark m",
        things.query.where { !$0[inverse: \Sticker.thing].exists { $0.mark.name == "m" } }
          .order { $0.name.descending }
      ),
      (
        "with two stickers, from the second on",
        things.query.where { $0[inverse: \Sticker.thing].count >= 2 }.offset(1)
      ),
    ]
    let ofBins: [(String, Query<Bin>)] = [
      ("with things", bins.query.where { $0.things.exists }),
      ("without things of high rank", bins.query.where { $0.things.count { $0.rank > 2 } == 0 }),
      (
        "with a marked thing",
        bins.query.where { bin in
          bin.things.exists { $0[inverse: \Sticker.thing].exists { $0.mark.name != "m" } }
        }
      ),
    ]
    let ofStickers: [(String, Query<Sticker>)] = [
      ("on things in a bin x", stickers.where { $0.thing.bin.label == "x" }),
      ("on things of a rank", stickers.where { $0.thing.rank >= 0 }.order { $0.place.descending }),
    ]
    return ofThings.map(Self.watch) + ofBins.map(Self.watch) + ofStickers.map(Self.watch)
  }

  static func watch<Element: Entity>(
    _ name: String,
    _ query: Query<Element>
  ) -> LiveWatch where Element.TypedIdentifierRawValue == Int64 {
    watch(name, query.live) { try query.fetch() }
  }

  static func watch<Element: Entity>(
    _ name: String,
    _ live: Computed<LiveCollection<Element>>,
    _ fresh: @escaping () throws -> [Element]
  ) -> LiveWatch where Element.TypedIdentifierRawValue == Int64 {
    let watch = LiveWatch(
      "\(Element.self) \(name)",
      Computed { _ in live.wrappedValue.map { "\($0.typedID.raw)" } },
      { try fresh().map { "\($0.typedID.raw)" } }
    )
    var last: LiveCollection<Element>?
    watch.applied = {
      let now = live.wrappedValue
      defer { last = now }
      return last.flatMap { last in
        now.difference(from: last)?.applied(to: last.map { "\($0.typedID.raw)" }) {
          "\($0.typedID.raw)"
        }
      }
    }
    return watch
  }
}
