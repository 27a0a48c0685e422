#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

@MainActor
private final class Model {
  let items = Stored(wrappedValue: ["a", "b", "c"])
  let isShown = Stored(wrappedValue: true)
}

private struct Items: View {
  let model: Model
  var body: some View {
    VStack { ForEach(model.items.wrappedValue, id: \.self) { Text($0) } }
  }
}

/// Reads an element that may not exist any more.
private struct Element: View {
  let model: Model
  let index: Int
  var body: some View { Text(model.items.wrappedValue[index]) }
}

private struct Elements: View {
  let model: Model
  var body: some View {
    VStack {
      ForEach(model.items.wrappedValue.indices, id: \.self) { Element(model: model, index: $0) }
    }
  }
}

private struct Optionally: View {
  let model: Model
  @State private var presses = 0
  var body: some View {
    VStack {
      Text("first")
      if model.isShown.wrappedValue { Text("second") }
      if presses > 1 { Text("many") } else { Text("few: \(presses)") }
      Button("Press") { presses += 1 }
    }
  }
}

private struct AnyOfTwo: View {
  let model: Model
  var body: some View {
    VStack { model.isShown.wrappedValue ? AnyView(Text("text")) : AnyView(Button("button") {}) }
  }
}

@MainActor
@Suite(.windows, .timeLimit(.minutes(3)))
struct StructureTests {
  private let model = Model()

  @Test(arguments: [
    ["c", "b", "a"], ["b", "c"], [], ["x", "a", "b", "c", "y"], ["a", "a", "b"], ["c", "a", "b"],
  ])
  func `the widgets of elements have the order of the elements`(items: [String]) async {
    let window = TestWindow { Items(model: model) }
    model.items.wrappedValue = items
    await MainLoop.waitUntilIdle()
    #expect(window.texts == items)
    model.items.wrappedValue = ["a", "b", "c"]
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["a", "b", "c"])
  }

  @Test func `the widget of an element follows it to its new place`() async {
    let window = TestWindow { Items(model: model) }
    let first = window.label("a")?.id
    model.items.wrappedValue = ["b", "c", "a"]
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["b", "c", "a"])
    #expect(window.label("a")?.id == first)
  }

  @Test func `a body is not evaluated after the body above has removed it`() async {
    let window = TestWindow { Elements(model: model) }
    for items in [["a"], ["a", "b", "c", "d"], [], ["x", "y"], ["x"]] {
      model.items.wrappedValue = items
      await MainLoop.waitUntilIdle()
      #expect(window.texts == items)
    }
  }

  @Test func `a condition adds and removes views in their place`() async {
    let window = TestWindow { Optionally(model: model) }
    #expect(window.texts == ["first", "second", "few: 0"])
    model.isShown.wrappedValue = false
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["first", "few: 0"])
    window.press("Press")
    window.press("Press")
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["first", "many"])
    model.isShown.wrappedValue = true
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["first", "second", "many"])
  }

  @Test func `a view of any type is replaced when its type changes`() async {
    let window = TestWindow { AnyOfTwo(model: model) }
    #expect(window.texts == ["text"])
    model.isShown.wrappedValue = false
    await MainLoop.waitUntilIdle()
    #expect(window.texts == [])
    #expect(window.find("button") != nil)
  }

  @Test func `10000 mounts and unmounts leave no widget, view, task, machine or subscription`()
    async
  {
    let canary = Canary()
    let node = Stored(wrappedValue: 0)
    let root = HostRoot()
    let (widgets, views) = (WidgetHandle.liveCount, ViewNode.liveCount)
    for round in 0..<10_000 {
      root.show(
        round.isMultiple(of: 2)
          ? AnyView(Leaf(node: node, canary: canary)) : AnyView(EmptyView())
      )
    }
    root.show(AnyView(EmptyView()))
    await MainLoop.waitUntilIdle()
    // The view of nothing has a node.
    #expect(WidgetHandle.liveCount == widgets)
    #expect(ViewNode.liveCount - views <= 2)
    #expect(canary.startedTasks == 5_000)
    #expect(canary.endedTasks == 5_000)
    #expect(canary.endedMachines == 5_000)
    // Nothing reads the node any more.
    #expect(node.dump.nodes.count == 1)
    node.wrappedValue = 1
    await MainLoop.waitUntilIdle()
    #expect(canary.evaluations == 5_000)
    root.unmount()
  }
}

@MainActor
private final class Canary {
  var evaluations = 0
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

private struct Leaf: View {
  let node: Stored<Int>
  let canary: Canary
  @State private var state = Idle.initialState

  var body: some View {
    canary.evaluations += 1
    return VStack {
      EmptyView().task {
        canary.startedTasks += 1
        // Until it is cancelled.
        try? await Task.sleep(for: .seconds(3_600))
        canary.endedTasks += 1
      }
      TransducerView(
        of: Idle.self,
        initialState: $state,
        completion: Completion<Void> { _ in canary.endedMachines += 1 }
      ) { _, _ in Text("idle") }
      Text("\(node.wrappedValue)")
      Button("Press") {}
      TextField("Field", text: Binding(get: { "\(node.wrappedValue)" }, set: { _ in }))
      Toggle("Toggle", isOn: Binding(get: { node.wrappedValue > 0 }, set: { _ in }))
    }
  }
}

#endif
