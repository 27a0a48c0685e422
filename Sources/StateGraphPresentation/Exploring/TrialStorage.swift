/// Keeps the state of a machine that a ``TransducerTester`` steps. It performs the writes of a
/// transition without a database, and keeps the old state if one of them throws an error.
final class TrialStorage<Value>: Storage {
  var value: Value
  /// The errors of refused transitions that no alternative event has handled. The tester takes
  /// them.
  private var refusals: [any Error] = []

  init(_ value: Value) {
    self.value = value
  }

  func transition<T: BaseTransducer>(
    _ context: TransitionContext<T>,
    _ update: (inout Value) -> Transition<T>
  ) throws -> Transition<T> where T.State == Value {
    var next = value
    let transition = update(&next)
    let parts = EffectParts(transition.effect)
    for (place, part) in parts.transaction.enumerated() {
      do {
        switch part {
        case .write(_, let body, _): try body(context.env)
        case .request(let request): _ = try request.encoded()
        case .cancelRequest: break
        }
      } catch {
        guard let event = parts.alternative(to: error, at: place) else {
          refusals.append(error)
          throw error
        }
        return Transition(effect: .event(event), output: nil)
      }
    }
    value = next
    return Transition(effect: parts.rest, output: transition.output)
  }

  /// Returns the errors of refused transitions, and forgets them.
  func takeRefusals() -> [any Error] {
    defer { refusals = [] }
    return refusals
  }
}
