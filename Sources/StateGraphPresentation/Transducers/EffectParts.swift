/// The parts of an effect: those for the transaction of the transition, and the rest, which the
/// machine performs after the commit.
package struct EffectParts<T: BaseTransducer> {
  /// The parts for the transaction, in the written order.
  package private(set) var transaction: [TransactionEffect<T>] = []
  /// The effect without the parts for the transaction. It starts the stored requests. It is nil if
  /// nothing is left.
  package private(set) var rest: Effect<T>?

  package init(_ effect: Effect<T>?) {
    guard let effect else { return }
    rest = remainder(of: effect)
  }

  private mutating func remainder(of effect: Effect<T>) -> Effect<T>? {
    switch effect.kind {
    case .transaction(let part):
      transaction.append(part)
      switch part {
      case .write: return nil
      case .request(let request): return Effect(performing: request)
      case .cancelRequest(let id): return .cancelTask(id)
      }
    case .sequence(let effects):
      let rest = effects.compactMap { remainder(of: $0) }
      return rest.isEmpty ? nil : .sequence(rest)
    case .event, .eventAction, .action, .suspendingAction, .operation, .cancelTask, .request:
      return effect
    }
  }

  /// Returns the event that the machine processes instead of a refused transition, or nil if no
  /// write of the transition has an alternative.
  ///
  /// - Parameters:
  ///   - error: The reason of the refusal.
  ///   - place: The index in ``transaction`` of the part that threw the error. Its alternative
  ///     comes first. It is nil if no part threw it.
  package func alternative(to error: any Error, at place: Int?) -> T.Event? {
    let parts = (place.map { [transaction[$0]] } ?? []) + transaction
    for case .write(_, _, let alternative?) in parts { return alternative(error) }
    return nil
  }
}
