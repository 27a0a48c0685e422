/// Counts the calls of one observer because of one change, to find endless loops.
///
/// A handler may set a node that its observed value depends on. It is then called again. In a
/// correct program, such a chain of calls ends after a few calls, because the last call changes
/// nothing. A comparison finds this out. If the values cannot be compared, each call seems to
/// change something, so the chain ends after a fixed number of calls.
struct FeedbackCount {
  /// What a thread does instead of another call.
  enum Answer {
    case call
    /// Does not call the observer before the next change.
    case rest
    /// Ends the program.
    case refuse
  }

  /// The largest number of calls of one observer because of one change. More calls are treated as
  /// an endless loop.
  static let limit: UInt32 = 1_000_000
  /// The largest number of consecutive calls of one observer that only changes without a comparison
  /// have caused.
  static let uncomparedLimit: UInt32 = 100

  /// The number of the delivery round in which the observer was last called.
  ///
  /// A round is one loop in which a thread calls all queued observers.
  private var round: UInt64 = 0
  /// The number of consecutive calls of the observer in the delivery round `round` that changes by
  /// the calling thread have caused.
  private var callCount: UInt32 = 0
  /// The number of the latest of these calls that only changes without a comparison have caused.
  private var uncomparedCallCount: UInt32 = 0
  /// The number of changes that the calling thread had made when the observer was last called.
  private var lastChangeCount: UInt64 = 0
  /// The number of these changes that no comparison has confirmed.
  private var lastUncomparedCount: UInt64 = 0

  /// Counts a call of the observer that is about to begin, and returns whether it may begin.
  ///
  /// - Parameters:
  ///   - round: The number of the current delivery round.
  ///   - changeCount: The number of changes that the thread has made. If the number is the same as
  ///     before the last call, another thread has caused this call, and the count starts again at
  ///     1.
  ///   - uncomparedCount: The number of these changes that no comparison has confirmed.
  mutating func answer(
    in round: UInt64,
    changeCount: UInt64,
    uncomparedCount: UInt64
  ) -> Answer {
    defer { (lastChangeCount, lastUncomparedCount) = (changeCount, uncomparedCount) }
    guard round == self.round, changeCount != lastChangeCount else {
      self.round = round
      (callCount, uncomparedCallCount) = (1, 0)
      return .call
    }
    let uncompared = uncomparedCount - lastUncomparedCount
    callCount += 1
    uncomparedCallCount = uncompared == changeCount - lastChangeCount ? uncomparedCallCount + 1 : 0
    if uncomparedCallCount > Self.uncomparedLimit { return .rest }
    guard callCount > Self.limit else { return .call }
    return uncompared > 0 ? .rest : .refuse
  }

  /// Returns the text of the error.
  ///
  /// - Parameters:
  ///   - subject: The observer and its source location.
  ///   - events: The events of one call.
  static func message(subject: String, _ events: [GraphEvent]) -> String {
    var set: [NodeReference] = []
    var causes: [NodeReference] = []
    for event in events {
      switch event {
      case .changed(let node): set.append(node)
      case .evaluated(_, let because, _): causes += because
      case .observed: break
      }
    }
    var text = "\(subject) was called \(limit) times because of one change: each call changes "
    text += "what it observes, or makes another observer change it."
    if !set.isEmpty { text += " The last call has set \(list(set))." }
    if !causes.isEmpty { text += " It ran because of a change of \(list(causes))." }
    return text + " Set a node only if its value has to change."
  }

  /// Returns the descriptions of the first eight nodes, without duplicates, and the number of the
  /// remaining nodes, as text for a message.
  private static func list(_ nodes: [NodeReference]) -> String {
    var known: Set<NodeReference> = []
    let distinct = nodes.filter { known.insert($0).inserted }
    let names = distinct.prefix(8).map(\.description).joined(separator: ", ")
    return distinct.count > 8 ? "\(names) and \(distinct.count - 8) more" : names
  }
}
