#if GTK
/// The node of a ``WidgetControllerRepresentable``. It shows the view with a controller.
@MainActor
final class ControllerNode<Content: WidgetControllerRepresentable>: TypedNode<Content> {
  private let controller: Content.Controller

  override init(_ view: Content, in parent: ViewNode?) {
    controller = view.makeController()
    super.init(view, in: parent)
  }

  override var handles: [WidgetHandle] { [controller.view.handle] }

  override var keepsOwnState: Bool { true }

  override func viewChanged(from old: Content) { view.updateController(controller) }
}

/// The node of a ``WidgetViewRepresentable``. It shows the view with a ``WidgetView``.
@MainActor
final class WidgetViewNode<Content: WidgetViewRepresentable>: TypedNode<Content> {
  private let widget: Content.Widget

  override init(_ view: Content, in parent: ViewNode?) {
    widget = view.makeWidget()
    super.init(view, in: parent)
    widget.renderFirstState()
  }

  override var handles: [WidgetHandle] { [widget.handle] }

  override var keepsOwnState: Bool { true }

  override func viewChanged(from old: Content) { view.updateWidget(widget) }
}

extension WidgetControllerRepresentable {
  func makeControllerNode(in parent: ViewNode?) -> ViewNode { ControllerNode(self, in: parent) }
}

extension WidgetViewRepresentable {
  func makeWidgetNode(in parent: ViewNode?) -> ViewNode { WidgetViewNode(self, in: parent) }
}

#endif
