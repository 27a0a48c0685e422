#if GTK
import Dispatch
import StateGraphGTK

/// A view that runs its own ``Counter`` machine. The machine ends when the view is removed.
struct CounterView: View {
  @State private var counterState = Counter.initialState

  var body: some View {
    TransducerView(of: Counter.self, initialState: $counterState) { state, input in
      CounterContentView(state: state) { event in try? input.send(event) }
    }
  }
}

/// Shows the number and the state of a ``Counter``, and three buttons that send events.
struct CounterContentView: View {
  let state: Counter.State
  let send: @MainActor @Sendable (Counter.Event) -> Void

  var body: some View {
    VStack(spacing: 20) {
      Text("Count: \(state.count)")
        .font(.title)
      switch state {
      case .idle: Text("Ready").foregroundColor(.secondary)
      case .incrementing: Work("Adding…").foregroundColor(.blue)
      case .decrementing: Work("Subtracting…").foregroundColor(.orange)
      case .finished: Text("Finished").foregroundColor(.green)
      }
      HStack(spacing: 15) {
        Button("Increment") { start(.increment, then: .incrementComplete) }
          .disabled(!state.isIdle)
        Button("Decrement") { start(.decrement, then: .decrementComplete) }
          .disabled(!state.isIdle)
        Button("Done") { send(.done) }
          .disabled(!state.isIdle)
      }
    }
    .padding()
  }

  /// Sends an event, and a second event a tenth of a second later.
  private func start(_ event: Counter.Event, then next: Counter.Event) {
    send(event)
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { [send] in
      MainActor.assumeIsolated { send(next) }
    }
  }
}

/// Shows a text and an indicator that work is in progress.
private struct Work: View {
  let text: String

  init(_ text: String) { self.text = text }

  var body: some View {
    HStack {
      ProgressView().scaleEffect(0.8)
      Text(text)
    }
  }
}

/// Two pages that show the state of the same machine. A change on the second page appears on the
/// first page, too.
struct SharedCounterApp: View {
  @State private var model = ObservableTransducer<Counter>(initialState: Counter.initialState)

  var body: some View {
    NavigationView {
      VStack(spacing: 20) {
        Text("Current Count: \(model.state.count)")
          .font(.title2)
        NavigationLink("Edit Counter") {
          CounterContentView(state: model.state, send: model.send)
        }
      }
    }
  }
}

#endif
