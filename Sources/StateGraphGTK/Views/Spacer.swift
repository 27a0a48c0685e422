#if GTK
import CGTK

/// An empty view that expands into the free space of its stack, and so moves the other views apart.
public struct Spacer: View {
  public typealias Body = Never

  /// Creates a view that takes the free space of its stack.
  public init() {}
}

extension Spacer: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode {
    let box = WidgetHandle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), isSpacer: true)
    return WidgetNode(self, in: parent, handle: box)
  }
}

#endif
