#if GTK
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
@Suite(.windows, .windowTime)
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
    let device = ViewController.ViewState(labelText: "Test 1").previewDevice("iPhone SE")
    #expect(device.preview.name == "iPhone SE")
    let picture = try await self.picture(of: device.preview)
    #expect([picture.width, picture.height] == [414, 896])
  }

  @Test func `pictures of equal states are equal, and every other state has other pixels`()
    async throws
  {
    func preview(_ text: String, _ color: UIColor) -> Preview<ViewController.ViewState> {
      Preview("narrow", width: 200, height: 100) {
        ViewController.ViewState(labelText: text, labelColor: color)
      }
    }
    let picture = try await self.picture(of: preview("Test 2", .blue))
    #expect([picture.width, picture.height] == [200, 100])
    #expect(try await self.picture(of: preview("Test 2", .blue)) == picture)
    #expect(try await self.picture(of: preview("Test 3", .blue)) != picture)
    #expect(try await self.picture(of: preview("Test 2", .red)) != picture)
    #expect(try await self.picture(of: preview("", .blue)) != picture)
  }

  @Test func `a view renders its state, as a controller does`() async throws {
    let view = TitleView(state: .init(title: "One"))
    let window = TestWindow { TitlePlace(view: view) }
    #expect(window.texts == ["One"])
    view.state.title = "Two"
    #expect(window.texts == ["Two"])
  }

  private func picture(of preview: Preview<ViewController.ViewState>) async throws -> TestPicture {
    let directory = try TemporaryDirectory()
    let path = directory.file("preview.png")
    try await preview.writePicture(to: path)
    return try TestPicture(contentsOf: path)
  }
}

/// "You can use `@Observed` to annotate your `state` in a `UIView` or `UIViewController`."
private final class TitleView: UIView, HasViewState {
  struct ViewState: ViewStateProtocol { var title = "" }

  @Observed var state: ViewState
  private let label = UILabel()

  required init() {
    super.init()
    append(label)
  }

  func render(state: ViewState, oldState: ViewState?, animated: Bool) { label.text = state.title }
}

private struct TitlePlace: WidgetViewRepresentable {
  let view: TitleView

  func makeWidget() -> TitleView { view }
  func updateWidget(_ widget: TitleView) {}
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
