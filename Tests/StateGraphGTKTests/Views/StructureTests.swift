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

private struct Presses: View {
  let title: String
  @State private var count = 0
  var body: some View {
    VStack {
      Text("\(title): \(count)")
      Button("Press") { count += 1 }
    }
  }
}

/// Creates a new value of its child whenever its own body is evaluated.
private struct Parent: View {
  let model: Model
  var body: some View { Presses(title: model.isShown.wrappedValue ? "shown" : "hidden") }
}

private struct AnyOfTwo: View {
  let model: Model
  var body: some View {
    VStack { model.isShown.wrappedValue ? AnyView(Text("text")) : AnyView(Button("button") {}) }
  }
}

@MainActor
@Suite(.windows, .windowTime)
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

  @Test func `a view keeps its state when the body around it is evaluated again`() async {
    let window = TestWindow { Parent(model: model) }
    window.press("Press")
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["shown: 1"])
    model.isShown.wrappedValue = false
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["hidden: 1"])
    window.press("Press")
    await MainLoop.waitUntilIdle()
    #expect(window.texts == ["hidden: 2"])
  }

  @Test func `a view of any type is replaced when its type changes`() async {
    let window = TestWindow { AnyOfTwo(model: model) }
    #expect(window.texts == ["text"])
    model.isShown.wrappedValue = false
    await MainLoop.waitUntilIdle()
    #expect(window.texts == [])
    #expect(window.find("button") != nil)
  }
}

#endif
