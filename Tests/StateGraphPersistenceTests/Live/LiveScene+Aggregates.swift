import StateGraphPersistence
import TestSupport

extension LiveScene {
  /// Every aggregate and every kind of group, over random conditions.
  func aggregates(_ random: inout SeededRandom) -> [LiveWatch] {
    var watches: [LiveWatch] = []
    let kinds: [(String, @Sendable (Query<Thing>) throws -> [String])] =
      Self.aggregates
      + Self.groups + Self.pages
    for (name, values) in kinds {
      let (conditionName, condition) = Self.condition(&random)
      let query = things.query.where(condition)
      // A failure is a result too.
      let result: @Sendable () -> [String] = {
        do { return try values(query) } catch {
          return ["\((error as? DatabaseError)?.code, default: "other")"]
        }
      }
      watches.append(
        LiveWatch("\(name) where \(conditionName)", Computed { _ in result() }, result)
      )
    }
    return watches
  }

  private static var aggregates: [(String, @Sendable (Query<Thing>) throws -> [String])] {
    [
      ("count", { [try $0.fetchCount()].texts }),
      (
        "count of a window",
        { [try $0.order { $0.rank.ascending }.limit(3).offset(1).fetchCount()].texts }
      ),
      ("exists", { [try $0.exists()].texts }),
      ("exists behind the second", { [try $0.offset(2).exists()].texts }),
      ("sum of ranks", { [try $0.sum { $0.rank }].texts }),
      ("sum of weights", { [try $0.sum { $0.weight }].texts }),
      ("average of ranks", { [try $0.average { $0.rank }].texts }),
      ("average of weights", { [try $0.average { $0.weight }].texts }),
      ("least rank", { [try $0.min { $0.rank }].texts }),
      ("greatest rank", { [try $0.max { $0.rank }].texts }),
      ("least weight", { [try $0.min { $0.weight }].texts }),
      ("greatest weight", { [try $0.max { $0.weight }].texts }),
      // The spelling of the least of several equal names is undefined.
      ("least name", { [try $0.min { $0.name }?.foldingASCII].texts }),
      ("greatest name", { [try $0.max { $0.name }?.foldingASCII].texts }),
      ("different weights", { [try $0.distinctCount { $0.weight }].texts }),
      ("different names", { [try $0.distinctCount { $0.name }].texts }),
    ]
  }

  private static var pages: [(String, @Sendable (Query<Thing>) throws -> [String])] {
    [false, true].map { isDescending in
      (
        "the first page of two",
        { things in
          let query = things.order { isDescending ? $0.rank.descending : $0.rank.ascending }
          let page = try query.page(size: 2)
          return page.entities.map { "\($0.typedID.raw)" } + (page.next == nil ? [] : ["more"])
        }
      )
    }
  }

  private static var groups: [(String, @Sendable (Query<Thing>) throws -> [String])] {
    [
      ("count by bin", { try $0.group { $0.bin }.count().texts { "\($0?.raw, default: "nil")" } }),
      (
        "sum of ranks by bin",
        { try $0.group { $0.bin }.sum { $0.rank }.texts { "\($0?.raw, default: "nil")" } }
      ),
      (
        "average weight by rank",
        { try $0.group { $0.rank }.average { $0.weight }.texts { "\($0, default: "nil")" } }
      ),
      ("least rank by name", { try $0.group { $0.name }.min { $0.rank }.texts(\.foldingASCII) }),
      (
        "greatest weight by bin",
        { try $0.group { $0.bin }.max { $0.weight }.texts { "\($0?.raw, default: "nil")" } }
      ),
      (
        "different ranks by weight",
        { try $0.group { $0.weight }.distinctCount { $0.rank }.texts { "\($0, default: "nil")" } }
      ),
    ]
  }
}

extension Array {
  fileprivate var texts: [String] { map { "\($0)" } }

  fileprivate func texts<Key, Value>(_ text: (Key) -> String) -> [String]
  where Element == (key: Key, value: Value) {
    map { "\(text($0.key)): \($0.value)" }
  }
}

extension String {
  /// The text as NOCASE compares it.
  fileprivate var foldingASCII: String {
    String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
