#if GTK
import Foundation
import GTKTestSupport
import StateGraph
import StateGraphGTK
import Testing

private struct Titles: View {
  @State private var title = "One"

  var body: some View {
    VStack {
      ViewController.ViewState(labelText: title, labelColor: .blue)
      Button("Two") { title = "Two" }
    }
  }
}

@MainActor
@Suite(.windows, .timeLimit(.minutes(1)))
struct ViewStateDocumentTests {
  @Test func `a state is a view, and its controller renders each new state`() async {
    let window = TestWindow { Titles() }
    #expect(window.texts == ["One"])
    window.press("Two")
    await window.until { window.texts == ["Two"] }
  }

  @Test func `a controller renders when its widgets exist, and then with each set`() {
    let controller = ViewController(state: .init(labelText: "Before"))
    #expect(!controller.isViewLoaded)
    let window = TestWindow { ControllerView(controller: controller) }
    #expect(window.texts == ["Before"])
    controller.state.labelText = "After"
    #expect(window.texts == ["After"])
  }

  @Test func `a preview of a state is a picture of its size`() async throws {
    let path = NSTemporaryDirectory() + "/preview-\(UUID().uuidString).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let preview = Preview("narrow", width: 200, height: 100) {
      ViewController.ViewState(labelText: "Test 2", labelColor: .blue)
    }
    try await preview.writePicture(to: path)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // The width and the height, as PNG writes them.
    #expect(Array(bytes[16..<24]) == [0, 0, 0, 200, 0, 0, 0, 100])
  }
}

private struct ControllerView: WidgetControllerRepresentable {
  let controller: ViewController

  func makeController() -> ViewController { controller }
  func updateController(_ controller: ViewController) {}
}

#endif
