#if GTK
import StateGraphGTK

/// A machine that counts. Each change of the number takes a moment: one event begins it, and a
/// second event completes it.
enum Counter: Transducer {
  enum State: Terminable, Equatable {
    case idle(count: Int)
    case incrementing(count: Int)
    case decrementing(count: Int)
    case finished(count: Int)

    var isTerminal: Bool {
      if case .finished = self { true } else { false }
    }

    var count: Int {
      switch self {
      case .idle(let count), .incrementing(let count), .decrementing(let count),
        .finished(let count):
        count
      }
    }

    var isIdle: Bool {
      if case .idle = self { true } else { false }
    }
  }

  enum Event { case increment, decrement, incrementComplete, decrementComplete, done }

  static var initialState: State { .idle(count: 0) }

  static func update(_ state: inout State, event: Event) {
    switch (state, event) {
    case (.idle(let count), .increment): state = .incrementing(count: count)
    case (.incrementing(let count), .incrementComplete): state = .idle(count: count + 1)
    case (.idle(let count), .decrement): state = .decrementing(count: count)
    case (.decrementing(let count), .decrementComplete): state = .idle(count: max(0, count - 1))
    case (.idle(let count), .done): state = .finished(count: count)
    default: break
    }
  }
}

#endif
