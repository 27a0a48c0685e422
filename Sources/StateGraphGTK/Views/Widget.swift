#if GTK
import CGTK

/// A view that shows any widget of GTK. Use it for a widget for which this library has no view.
///
/// ```swift
/// Widget { UnsafeMutableRawPointer(gtk_calendar_new()) }
/// ```
public struct Widget: View {
  public typealias Body = Never

  let make: @MainActor () -> UnsafeMutableRawPointer
  let update: @MainActor (UnsafeMutableRawPointer) -> Void

  /// Creates a view that shows a widget of GTK.
  ///
  /// - Parameters:
  ///   - make: Creates the widget, when the view is shown, and returns its `GtkWidget *`. The view
  ///     takes its floating reference.
  ///   - update: Sets the properties of the widget. It is called after `make`, and after each
  ///     evaluation of the body around the view.
  public init(
    make: @escaping @MainActor () -> UnsafeMutableRawPointer,
    update: @escaping @MainActor (UnsafeMutableRawPointer) -> Void = { _ in }
  ) {
    self.make = make
    self.update = update
  }
}

extension Widget: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { AnyWidgetNode(self, in: parent) }
}

private final class AnyWidgetNode: WidgetNode<Widget> {
  init(_ view: Widget, in parent: ViewNode?) {
    let pointer = view.make().assumingMemoryBound(to: GtkWidget.self)
    super.init(view, in: parent, handle: WidgetHandle(pointer))
    view.update(pointer)
  }

  override var keepsOwnState: Bool { true }

  override func viewChanged(from old: Widget) { view.update(handle.pointer) }
}

#endif
