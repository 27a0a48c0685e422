#if GTK
import StateGraphGTK

// The names of UIKit and SwiftUI in the documents, for the real widgets of `StateGraphGTK`. Only
// the previews are doubles: they leave out the frame of a device around the view.

typealias View = StateGraphGTK.View
typealias UIColor = Color
typealias UILabel = LabelWidget
typealias UIView = WidgetView
typealias UIViewController = WidgetController
typealias UINavigationController = NavigationController

protocol UIViewControllerRepresentable: ViewStateRepresentable, WidgetControllerRepresentable
where Host == UIViewControllerType, Controller == UIViewControllerType {
  associatedtype UIViewControllerType
}

extension ViewController.ViewState {
  typealias Host = ViewController
  typealias Controller = ViewController
}

@MainActor
protocol PreviewProvider {
  associatedtype Previews: View
  static var previews: Previews { get }
}

/// The previews of a type, one below the other.
struct Group<Content: View>: View {
  let content: Content

  init(@ViewBuilder _ content: () -> Content) { self.content = content() }

  var body: some View { VStack { content } }
}

/// A preview with the size of a device.
struct DevicePreview<State: UIViewControllerRepresentable>: View {
  let name: String
  let state: State

  var body: some View { state }

  var preview: Preview<State> { Preview(name, width: 414, height: 896) { state } }
}

extension UIViewControllerRepresentable {
  func previewDevice(_ name: String) -> DevicePreview<Self> {
    DevicePreview(name: name, state: self)
  }
}

#endif
