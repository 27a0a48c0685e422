#if GTK
import Foundation
import GTKTestSupport
import StateGraph
import StateGraphGTK
import TestSupport
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
@Suite(.windows, .timeLimit(.minutes(3)))
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

  @Test func `a controller without the property wrapper renders in didSet`() {
    let controller = PlainViewController()
    let window = TestWindow { PlainView(controller: controller) }
    let before = WidgetHandle.propertyChanges
    controller.state.labelText = "a"
    controller.state.labelText = "a"
    #expect(window.texts == ["a"])
    #expect(WidgetHandle.propertyChanges - before == 1)
  }

  @Test func `the previews of the document show their states in a window`() throws {
    let window = TestWindow { ViewController_Previews.previews }
    #expect(window.texts == ["Test 1", "Test 2"])
    #expect(window.label("Test 1")?.color == [0, 0, 0])
    #expect(window.label("Test 2")?.color == [0.11, 0.44, 0.85])
  }

  @Test func `a preview of the document is a picture with the size of its device`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("preview.png")
    let device = ViewController.ViewState(labelText: "Test 1").previewDevice("iPhone SE")
    #expect(device.preview.name == "iPhone SE")
    try await device.preview.writePicture(to: path)
    #expect(try pixelSize(ofPicture: path) == [414, 896])
  }

  @Test func `a preview of a state is a picture of its size`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("preview.png")
    let preview = Preview("narrow", width: 200, height: 100) {
      ViewController.ViewState(labelText: "Test 2", labelColor: .blue)
    }
    try await preview.writePicture(to: path)
    #expect(try pixelSize(ofPicture: path) == [200, 100])
  }

  /// The width and the height of a PNG file.
  private func pixelSize(ofPicture path: String) throws -> [Int] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    return [16, 20].map { start in
      bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }
  }
}

private struct PlainView: WidgetControllerRepresentable {
  let controller: PlainViewController

  func makeController() -> PlainViewController { controller }
  func updateController(_ controller: PlainViewController) {}
}

private struct ControllerView: WidgetControllerRepresentable {
  let controller: ViewController

  func makeController() -> ViewController { controller }
  func updateController(_ controller: ViewController) {}
}

#endif
