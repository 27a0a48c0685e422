/// One step of a random history.
struct ModelOperation {
  enum Kind: String {
    case work, schema, bulk
    /// Everybody looks at what they were told and at the file.
    case settle
    case reopen, reopenAll
    /// A process is killed between two transactions, or within one.
    case kill, killInside
    /// A program writes, or moves the log to the file, that does not take the write lock and does
    /// not log.
    case stranger, checkpoint
    /// All write at once.
    case burst
  }

  let kind: Kind
  /// Whose step it is.
  let actor: Int
  let seed: UInt64
  /// Where it stands in the whole history.
  let number: Int

  /// How often each kind comes.
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

  /// The transaction that it makes, where that is what it does.
  var work: ModelWork? {
    let kind: ModelWork.Kind? =
      switch self.kind {
      case .work: .rows
      case .schema: .schema
      case .bulk: .bulk
      default: nil
      }
    // A burst has numbers of its own between those of two operations.
    return kind.map { ModelWork(kind: $0, seed: seed, number: number * ModelOperation.numbersEach) }
  }

  /// How many transactions an operation may be.
  static let numbersEach = 100
}

extension ModelOperation: CustomStringConvertible {
  var description: String { "\(number): \(kind.rawValue) by \(actor), seed \(seed)" }
}
