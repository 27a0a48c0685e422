#if GTK
import Dispatch
import StateGraphGTK

// The views of 001, SwiftUI Integration Basics, word for word, with its import changed. Decision
// record 0022 lists the other changes, each with its reason: a default, an input that is called
// without `await`, `model.send` in place of `model.proxy.send`, and a view around an excerpt.
// `CounterDocument.swift` has the machine.

struct CounterView: View {
  @State private var counterState = Counter.initialState

  var body: some View {
    TransducerView(
      of: Counter.self,
      initialState: $counterState
    ) { state, input in
      CounterContentView(state: state, input: input)
    }
  }
}

struct CounterContentView: View {
  let state: Counter.State
  let sendEvent: (Counter.Event) -> Void

  init(state: Counter.State, input: some BufferedTransducerInput<Counter.Event>) {
    self.state = state
    self.sendEvent = { event in
      try? input.send(event)
      // Simulate async completion for increment/decrement
      if event == .increment || event == .decrement {
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) {
          let completionEvent: Counter.Event =
            event == .increment ? .incrementComplete : .decrementComplete
          try? input.send(completionEvent)
        }
      }
    }
  }

  init(state: Counter.State, sendEvent: @escaping (Counter.Event) -> Void) {
    self.state = state
    self.sendEvent = sendEvent
  }

  var body: some View {
    VStack(spacing: 20) {
      Text("Count: \(state.count)")
        .font(.title)

      HStack(spacing: 15) {
        Button("Increment") {
          sendEvent(.increment)
        }
        .disabled(!state.canIncrement)

        Button("Decrement") {
          sendEvent(.decrement)
        }
        .disabled(!state.canDecrement)

        Button("Done") {
          sendEvent(.done)
        }
        .disabled(state.isTerminal)
      }
    }
    .padding()
  }
}

// State-Driven UI. The document shows the stack alone.
struct StateDrivenView: View {
  let state: Counter.State

  var body: some View {
    VStack {
      switch state {
      case .idle(let count):
        Text("Ready: \(count)")
          .foregroundColor(.primary)

      case .incrementing(let count):
        HStack {
          ProgressView()
            .scaleEffect(0.8)
          Text("Adding... \(count)")
        }
        .foregroundColor(.blue)

      case .decrementing(let count):
        HStack {
          ProgressView()
            .scaleEffect(0.8)
          Text("Subtracting... \(count)")
        }
        .foregroundColor(.orange)
      default: EmptyView()
      }
    }
  }
}

// Parent-Child Communication.
struct ParentView: View {
  @State private var counterState = Counter.initialState
  @State private var message = "Waiting for updates..."

  var body: some View {
    VStack {
      Text(message)
        .padding()

      TransducerView(
        of: Counter.self,
        initialState: $counterState
      ) { state, input in
        // Counter UI here
        CounterContent(state: state, input: input)
      } output: { count in
        message = "Counter updated to: \(count)"
      }
    }
  }
}

// Error Handling. The document shows the button alone, and does not show `CounterContent`.
struct CounterContent: View {
  let state: Counter.State
  let input: Counter.Input

  var body: some View {
    Button("Increment") {
      do {
        try input.send(.increment)
      } catch {
        // Handle event sending errors
        print("Failed to send event: \(error)")
      }
    }
  }
}

// Basic ObservableTransducer Usage. `proxy.send` throws, so the view gets `model.send`.
@available(iOS 17.0, macOS 14.0, *)
struct CounterWithObservableTransducer: View {
  @State private var model = ObservableTransducer<Counter>(
    initialState: Counter.initialState
  )

  var body: some View {
    CounterContentView(state: model.state, sendEvent: model.send)
  }
}

// Shared State Example.
@available(iOS 17.0, macOS 14.0, *)
struct SharedCounterApp: View {
  @State private var counterModel = ObservableTransducer<Counter>(
    initialState: Counter.initialState
  )

  var body: some View {
    NavigationView {
      VStack {
        CounterDisplayView(model: counterModel)

        NavigationLink("Edit Counter") {
          CounterEditView(model: counterModel)
        }
      }
    }
  }
}

struct CounterDisplayView: View {
  let model: ObservableTransducer<Counter>

  var body: some View {
    Text("Current Count: \(model.state.count)")
      .font(.title2)
  }
}

struct CounterEditView: View {
  let model: ObservableTransducer<Counter>

  var body: some View {
    VStack {
      Text("Edit Count: \(model.state.count)")

      HStack {
        Button("➖") { try? model.proxy.send(.decrement) }
        Button("➕") { try? model.proxy.send(.increment) }
      }
    }
  }
}

#endif
