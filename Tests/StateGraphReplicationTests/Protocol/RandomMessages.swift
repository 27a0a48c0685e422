import StateGraphReplication
import TestSupport

/// Random messages that a server could send, in an order in which it could send them.
struct RandomMessages {
  var random: SeededRandom
  private(set) var relations: [Relation] = []

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func next() -> LogicalMessage {
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      .begin(final: position(), commitTime: time(), transaction: .random(in: 0...9, using: &random))
    case 1: .commit(position: position(), end: position(), commitTime: time())
    case 2: .origin(position: position(), name: name())
    case 3: .type(identifier: .random(in: 0 ... .max, using: &random), schema: name(), name: name())
    case 4: relation()
    case _ where relations.isEmpty: relation()
    default: .change(change())
    }
  }

  private mutating func position() -> LogPosition {
    LogPosition(rawValue: .random(in: 0 ... .max, using: &random))
  }

  private mutating func time() -> Int64 { .random(in: .min ... .max, using: &random) }

  private mutating func name() -> String {
    let letters = ["a", "Z", "_", "é", "😀", "\"", " ", "0"]
    let count = Int.random(in: 1...12, using: &random)
    return (0..<count).map { _ in letters.randomElement(using: &random) ?? "a" }.joined()
  }

  private mutating func relation() -> LogicalMessage {
    let identities: [Relation.ReplicaIdentity] = [.primaryKey, .none, .full, .index]
    let relation = Relation(
      identifier: .random(in: 1...8, using: &random),
      schema: name(),
      name: name(),
      replicaIdentity: identities.randomElement(using: &random) ?? .full,
      columns: (0..<Int.random(in: 0...9, using: &random)).map { _ in
        RelationColumn(
          name: name(),
          isKey: .random(using: &random),
          type: .random(in: 0 ... .max, using: &random),
          modifier: .random(in: .min ... .max, using: &random)
        )
      }
    )
    relations.removeAll { $0.identifier == relation.identifier }
    relations.append(relation)
    return .relation(relation)
  }

  private mutating func row(of relation: Relation) -> [TupleValue] {
    relation.columns.map { _ in
      switch Int.random(in: 0..<4, using: &random) {
      case 0: .null
      case 1: .unchanged
      default:
        .text(
          (0..<Int.random(in: 0...20, using: &random)).map { _ in
            .random(in: 0...255, using: &random)
          }[...]
        )
      }
    }
  }

  private mutating func change() -> RowChange {
    let relation = relations[Int.random(in: 0..<relations.count, using: &random)]
    let old = OldTuple(
      isWhole: .random(using: &random),
      values: row(of: relation)
    )
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .insert(relation, new: row(of: relation))
    case 1:
      return .update(
        relation,
        old: .random(using: &random) ? old : nil,
        new: row(of: relation)
      )
    case 2: return .delete(relation, old: old)
    default:
      return .truncate(
        relations,
        isCascading: .random(using: &random),
        restartsIdentity: .random(using: &random)
      )
    }
  }
}
