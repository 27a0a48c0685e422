#if GTK
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

private struct Titled: View {
  let name: Stored<String>
  let isShown: Stored<Bool>
  let presses: Stored<Int>

  var body: some View {
    VStack {
      if isShown.wrappedValue {
        Text("content").titleBar {
          Button("Add", icon: "list-add-symbolic") { presses.wrappedValue += 1 }
        } trailing: {
          Text(name.wrappedValue)
        }
      }
    }
  }
}

@MainActor
@Suite(.windows, .windowTime)
struct TitleBarTests {
  private let name = Stored(wrappedValue: "first")
  private let isShown = Stored(wrappedValue: true)
  private let presses = Stored(wrappedValue: 0)

  private func window() -> TestWindow {
    TestWindow { Titled(name: name, isShown: isShown, presses: presses) }
  }

  @Test func `the title bar shows the views of its content, and follows them`() async throws {
    let window = window()
    let bar = try #require(window.titleBar)
    #expect(window.texts == ["content"])
    #expect(bar.label("first") != nil)
    #expect(bar.press("Add"))
    #expect(presses.wrappedValue == 1)
    name.wrappedValue = "second"
    await window.until { bar.label("second") != nil }
    #expect(bar.label("first") == nil)
  }

  @Test func `the title bar is empty after its content was removed`() async throws {
    let window = window()
    let bar = try #require(window.titleBar)
    isShown.wrappedValue = false
    await window.until { bar.find("Add") == nil }
    #expect(bar.label("first") == nil)
    isShown.wrappedValue = true
    await window.until { bar.find("Add") != nil && bar.label("first") != nil }
  }

  @Test func `the views of a sheet are in the title bar of the sheet`() async throws {
    let isPresented = Stored(wrappedValue: true)
    let window = TestWindow {
      Text("below").sheet("A sheet", isPresented: isPresented.binding) {
        Text("above").titleBar {
          Button("Done") {}
        } trailing: {
          EmptyView()
        }
      }
    }
    await window.until { window.overlays.last?.find("Done") != nil }
    #expect(window.titleBar?.find("Done") == nil)
    isPresented.wrappedValue = false
    await window.until { window.overlays.isEmpty }
  }
}

#endif
