#if GTK
import CGTK
import Foundation
import GTKTestSupport
import StateGraph
import StateGraphGTK
import TestSupport
import Testing

/// Views that are shown and removed again and again, with each kind of view that exists.
@MainActor
@Suite(.windows, .timeLimit(.minutes(20)))
struct MountingTests {
  @Test func `mounts and unmounts leave no widget, view, task, machine or subscription`()
    async
  {
    let count = ProcessInfo.processInfo.environment["STATEGRAPH_MOUNTS"].flatMap(Int.init) ?? 1_000
    let canary = Canary()
    let node = Stored(wrappedValue: 0)
    let root = HostRoot()
    let (widgets, views) = (WidgetHandle.liveCount, ViewNode.liveCount)
    for round in 0..<count {
      root.show(AnyView(Everything(node: node, canary: canary)))
      // The tasks and machines of the other rounds are cancelled before they begin.
      if round.isMultiple(of: 100) { await MainLoop.waitUntilIdle() }
      root.show(AnyView(EmptyView()))
    }
    await MainLoop.waitUntilIdle()
    // The sleep of a cancelled task ends on another thread.
    let deadline = TestDeadline()
    while canary.endedTasks < count, !deadline.hasPassed { await MainLoop.waitUntilIdle() }
    // The view of nothing has a node.
    #expect(WidgetHandle.liveCount == widgets)
    #expect(ViewNode.liveCount - views <= 2)
    #expect(canary.liveControllers == 0)
    #expect(canary.startedTasks == count)
    #expect(canary.endedTasks == count)
    #expect(canary.endedMachines == count)
    // Nothing reads the node any more.
    #expect(node.dump.nodes.count == 1)
    node.wrappedValue = 1
    await MainLoop.waitUntilIdle()
    #expect(canary.evaluations == count)
    #expect(canary.renders == count)
    root.unmount()
  }
}

@MainActor
private final class Canary {
  var evaluations = 0
  var renders = 0
  var liveControllers = 0
  var startedTasks = 0
  var endedTasks = 0
  var endedMachines = 0
}

private enum Idle: Transducer {
  enum State: NonTerminal { case idle }
  enum Event { case none }
  static var initialState: State { .idle }
  static func update(_ state: inout State, event: Event) {}
}

/// A controller that follows the graph.
private final class Following: WidgetController, HasViewState {
  struct ViewState: ViewStateProtocol { var number = -1 }

  @Observed var state: ViewState
  private let label = LabelWidget()
  private var canary: Canary?

  convenience init(node: Stored<Int>, canary: Canary) {
    self.init()
    self.canary = canary
    canary.liveControllers += 1
    follow { .init(number: node.wrappedValue) }
  }

  isolated deinit { canary?.liveControllers -= 1 }

  override func viewDidLoad() { view.append(label) }

  func render(state: ViewState, oldState: ViewState?, animated: Bool) {
    canary?.renders += 1
    label.text = "\(state.number)"
  }
}

private struct FollowingView: WidgetControllerRepresentable {
  let node: Stored<Int>
  let canary: Canary

  func makeController() -> Following { Following(node: node, canary: canary) }
  func updateController(_ controller: Following) {}
}

/// A controller that hosts views, and reads the graph in them.
private struct HostedView: WidgetControllerRepresentable {
  let node: Stored<Int>

  func makeController() -> HostingController<Hosted> {
    HostingController(rootView: Hosted(node: node))
  }
  func updateController(_ controller: HostingController<Hosted>) {}
}

private struct Hosted: View {
  let node: Stored<Int>
  var body: some View { Text("hosted \(node.wrappedValue)") }
}

/// The pages of a state.
private struct Pages: WidgetControllerRepresentable {
  let node: Stored<Int>

  func makeController() -> NavigationController {
    NavigationController().composable.bind(
      store: Store(state: node) { (_: Int) in },
      makeRootSegment: { store in
        NavSegment(id: 0, store: store) { store in
          NavSegment.ViewController(store: store) { _ in
            HostingController(rootView: Hosted(node: node))
          }
        }
      },
      makeDismissAction: { _ in nil }
    )
  }
  func updateController(_ controller: NavigationController) {}
}

/// Every kind of view, most of which read the node.
private struct Everything: View {
  let node: Stored<Int>
  let canary: Canary
  @State private var state = Idle.initialState

  var body: some View {
    canary.evaluations += 1
    return VStack {
      controls
      containers
      TransducerView(
        of: Idle.self,
        initialState: $state,
        completion: Completion<Void> { _ in canary.endedMachines += 1 }
      ) { _, _ in Text("idle") }
      FollowingView(node: node, canary: canary)
      HostedView(node: node)
      Pages(node: node)
    }
  }

  @ViewBuilder private var controls: some View {
    EmptyView().task {
      canary.startedTasks += 1
      // The task sleeps until it is cancelled.
      try? await Task.sleep(for: .seconds(3_600))
      canary.endedTasks += 1
    }
    Text("\(node.wrappedValue)").font(.title).padding()
    Button("Press") {}.disabled(node.wrappedValue > 0)
    TextField("Field", text: Binding(get: { "\(node.wrappedValue)" }, set: { _ in }))
    Toggle("Toggle", isOn: Binding(get: { node.wrappedValue > 0 }, set: { _ in }))
    Picker("Picker", selection: Binding(get: { node.wrappedValue }, set: { _ in })) {
      Text("zero").tag(0)
      Text("one").tag(1)
    }
    ProgressView(value: Double(node.wrappedValue), total: 1)
  }

  @ViewBuilder private var containers: some View {
    ScrollView {
      HStack { ForEach(0..<2, id: \.self) { Text("\($0 + node.wrappedValue)") } }
    }
    NavigationView {
      NavigationLink("Page") { Text("page \(node.wrappedValue)") }
    }
    if node.wrappedValue == 0 { Text("none") } else { Spacer() }
    Widget { UnsafeMutableRawPointer(gtk_calendar_new()) }
  }
}

#endif
