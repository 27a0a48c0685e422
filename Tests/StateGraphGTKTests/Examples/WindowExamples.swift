#if GTK
import StateGraph
import StateGraphGTK

// The code of the article "A window".

struct Greeter: App {
  var body: Window<some View> {
    Window("Greeter") { Greeting() }
  }
}

struct Greeting: View {
  @State private var name = "Ada"

  var body: some View {
    VStack(spacing: 12) {
      Text("Hello, \(name)")
        .font(.title)
      TextField("Name", text: $name)
    }
    .padding()
  }
}

struct Inbox: View {
  let unread: Computed<Int>

  var body: some View {
    Text(unread.wrappedValue == 0 ? "All read" : "\(unread.wrappedValue) unread")
  }
}

struct Library: App {
  static let identifier: String? = "org.example.Library"
  private let page = Stored<String?>(wrappedValue: nil)

  func open(_ link: Link) {
    if link.scheme == "library" { page.wrappedValue = link.path.first }
  }

  var body: Window<some View> {
    Window("Library") { LibraryPage(page: page) }
  }
}

struct LibraryPage: View {
  let page: Stored<String?>
  var body: some View { Text(page.wrappedValue ?? "All books") }
}

struct LightView: View {
  @State private var light = Light.initialState

  var body: some View {
    TransducerView(of: Light.self, initialState: $light) { state, input in
      Text(state == .on ? "on" : "off")
      Button("Switch") { try? input.send(.press) }
    }
  }
}

enum Light: Transducer {
  enum State: NonTerminal { case on, off }
  enum Event { case press }
  static var initialState: State { .off }

  static func update(_ state: inout State, event: Event) {
    state = state == .on ? .off : .on
  }
}

#endif
