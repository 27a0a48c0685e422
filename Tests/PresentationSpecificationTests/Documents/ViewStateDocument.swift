#if GTK || HEADLESS
import StateGraphPresentation

// 002, ViewState. The document does not show how a label gets into a view: `viewDidLoad` does that.

final class ViewController: UIViewController {
  struct ViewState: ViewStateProtocol {
    var labelText: String = ""
    var labelColor: UIColor = .black
  }

  @Observed
  var state: ViewState

  private let label = UILabel()

  override func viewDidLoad() { view.append(label) }
}

extension ViewController: HasViewState {
  func render(state: ViewState, oldState: ViewState?, animated: Bool) {
    label.text = state.labelText
    label.textColor = state.labelColor
  }
}

@available(iOS 13.0, *)
extension ViewController.ViewState: UIViewControllerRepresentable {
  typealias UIViewControllerType = ViewController
}

@available(iOS 13.0, *)
struct ViewController_Previews: PreviewProvider {
  static var previews: some View {
    Group {
      ViewController.ViewState(
        labelText: "Test 1"
      ).previewDevice("iPhone 11 Pro Max")

      ViewController.ViewState(
        labelText: "Test 2",
        labelColor: .blue
      ).previewDevice("iPhone SE")
    }
  }
}

/// The document's form without the property wrapper.
final class PlainViewController: UIViewController {
  struct ViewState: ViewStateProtocol {
    var labelText: String = ""
  }

  var state = ViewState() {
    didSet {
      renderIfNeeded(state: state, oldState: oldValue)
    }
  }

  private let label = UILabel()

  override func viewDidLoad() { view.append(label) }
}

extension PlainViewController: HasViewState {
  func render(state: ViewState, oldState: ViewState?, animated: Bool) {
    label.text = state.labelText
  }
}

#endif
