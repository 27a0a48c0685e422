#if GTK
import StateGraphGTK

// The code of 002, ViewState, with its import changed. These names stand for those of UIKit.
typealias UIColor = Color
typealias UILabel = LabelWidget
typealias UIViewController = WidgetController

protocol UIViewControllerRepresentable: ViewStateRepresentable, WidgetControllerRepresentable
where Host == UIViewControllerType, Controller == UIViewControllerType {
  associatedtype UIViewControllerType
}

extension ViewController.ViewState {
  typealias Host = ViewController
  typealias Controller = ViewController
}

final class ViewController: UIViewController {
  struct ViewState: ViewStateProtocol {
    var labelText: String = ""
    var labelColor: UIColor = .black
  }

  @Observed
  var state: ViewState

  private let label = UILabel()

  // The document does not show how the label gets into the view.
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

#endif
