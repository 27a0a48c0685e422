#if GTK
import CGTK

/// A view that expands to the free space of its stack.
public struct Spacer: View {
  public typealias Body = Never

  /// Creates the view.
  public init() {}
}

extension Spacer: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode {
    let box = WidgetHandle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), isSpacer: true)
    return WidgetNode(self, in: parent, box)
  }
}

#endif
