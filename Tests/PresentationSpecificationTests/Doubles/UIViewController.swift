import StateGraphPresentation

// The documents' UIKit classes without a window. They keep the contracts that the library relies
// on: a controller renders when its view is loaded, and a navigation controller shows the stack
// that it was told to show. They leave out layout, drawing, animation, and the time that a slide
// takes.

@MainActor
class UIViewController: ViewStateHost, EmptyInitializable, NavigationPage {
  let rendering = Rendering()
  let view = UIView()
  private(set) var isViewLoaded = false

  /// Before its view is loaded, a controller has no widgets to set.
  var isReadyToRender: Bool { isViewLoaded }

  required init() {}

  func viewDidLoad() {}

  /// A toolkit calls this when it first shows the controller.
  func loadViewIfNeeded() {
    guard !isViewLoaded else { return }
    isViewLoaded = true
    viewDidLoad()
    (self as? any HasViewState)?.renderIfNeeded()
  }
}

@MainActor
final class UIView {
  private(set) var labels: [UILabel] = []
  func append(_ label: UILabel) { labels.append(label) }
}

struct UIColor: Equatable {
  let name: String
  static let black = UIColor(name: "black")
  static let blue = UIColor(name: "blue")
}

@MainActor
final class UILabel {
  private(set) var sets = 0
  var text: String? { didSet { sets += 1 } }
  var textColor: UIColor? { didSet { sets += 1 } }
}
