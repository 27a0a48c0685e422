import StateGraphPresentation

// The part of SwiftUI that the second document uses. A toolkit makes a picture of a preview. This
// double makes the controller, and leaves out the picture, the size of the device, and the updates
// of a `UIViewControllerRepresentable` by its parent.

@MainActor
protocol View {}

protocol UIViewControllerRepresentable: View, ViewStateRepresentable
where Host == UIViewControllerType {
  associatedtype UIViewControllerType
}

@MainActor
protocol PreviewProvider {
  associatedtype Previews: View
  static var previews: Previews { get }
}

@resultBuilder
enum GroupBuilder {
  static func buildBlock(_ members: any View...) -> [any View] { members }
}

struct Group: View {
  let members: [any View]
  init(@GroupBuilder _ members: () -> [any View]) { self.members = members() }
}

struct DevicePreview<State: ViewStateRepresentable>: View {
  let preview: Preview<State>
}

extension UIViewControllerRepresentable {
  @MainActor
  func previewDevice(_ name: String) -> DevicePreview<Self> {
    DevicePreview(preview: Preview(name, width: 414, height: 896) { self })
  }
}
