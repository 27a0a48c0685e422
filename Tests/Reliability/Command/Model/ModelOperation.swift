/// One step of a random history.
struct ModelOperation {
  enum Kind: String {
    case work, schema, bulk
    /// Every actor compares its replica with the file.
    case settle
    case reopen, reopenAll
    /// The child process is killed between two transactions, or within one.
    case kill, killInside
    /// A program without the write lock and without a change log writes, or it moves the log to the
    /// database file.
    case stranger, checkpoint
    /// All actors write at once.
    case burst
  }

  let kind: Kind
  /// The index of the actor that performs the step.
  let actor: Int
  let seed: UInt64
  /// The position in the whole history.
  let number: Int

  /// The relative frequency of each kind.
  private static let weights: [(kind: Kind, count: Int)] = [
    (.work, 48), (.settle, 28), (.schema, 4), (.bulk, 1), (.reopen, 5), (.reopenAll, 2),
    (.kill, 2), (.killInside, 2), (.stranger, 3), (.checkpoint, 3), (.burst, 2),
  ]

  static func history(of count: Int, seed: UInt64) -> [ModelOperation] {
    var random = SplitMix(seed: seed)
    let kinds = weights.flatMap { Array(repeating: $0.kind, count: $0.count) }
    return (0..<count).map { number in
      ModelOperation(
        kind: random.element(of: kinds),
        actor: random.number(below: 3),
        seed: random.next(),
        number: number
      )
    }
  }

  /// The transaction of the operation. Nil if the operation makes none.
  var work: ModelWork? {
    let kind: ModelWork.Kind? =
      switch self.kind {
      case .work: .rows
      case .schema: .schema
      case .bulk: .bulk
      default: nil
      }
    // The numbers between those of two operations are free for the transactions of a burst.
    return kind.map { ModelWork(kind: $0, seed: seed, number: number * ModelOperation.numbersEach) }
  }

  /// The greatest number of transactions of one operation.
  static let numbersEach = 100
}

extension ModelOperation: CustomStringConvertible {
  var description: String { "\(number): \(kind.rawValue) by \(actor), seed \(seed)" }
}
