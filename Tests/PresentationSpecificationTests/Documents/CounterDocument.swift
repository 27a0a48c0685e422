#if GTK || HEADLESS
import StateGraphPresentation

// 001, SwiftUI Integration Basics: "Counter Transducer Example". `update` gets a default, without
// which the code of the document is not exhaustive.

enum Counter: Transducer {
  enum State: Terminable {
    case idle(count: Int)
    case incrementing(count: Int)
    case decrementing(count: Int)
    case finished(count: Int)

    var isTerminal: Bool {
      if case .finished = self { return true }
      return false
    }

    var count: Int {
      switch self {
      case .idle(let count), .incrementing(let count),
        .decrementing(let count), .finished(let count):
        return count
      }
    }
  }

  enum Event {
    case increment
    case decrement
    case incrementComplete
    case decrementComplete
    case done
  }

  static var initialState: State { .idle(count: 0) }

  static func update(_ state: inout State, event: Event) {
    switch (state, event) {
    case (.idle(let count), .increment):
      state = .incrementing(count: count)
    case (.incrementing(let count), .incrementComplete):
      state = .idle(count: count + 1)
    case (.idle(let count), .decrement):
      state = .decrementing(count: count)
    case (.decrementing(let count), .decrementComplete):
      state = .idle(count: max(0, count - 1))
    case (.idle(let count), .done):
      state = .finished(count: count)
    case (.finished, _):
      break  // Terminal state - ignore all events
    default: break
    }
  }
}

extension Counter.State {
  var canIncrement: Bool {
    if case .idle = self { return true }
    return false
  }

  var canDecrement: Bool {
    if case .idle = self { return true }
    return false
  }
}

#endif
