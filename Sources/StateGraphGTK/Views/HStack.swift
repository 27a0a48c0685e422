#if GTK
import CGTK

/// The vertical position of views that are lower than their ``HStack``.
public enum VerticalAlignment: Sendable {
  /// At the top.
  case top
  /// In the middle.
  case center
  /// At the bottom.
  case bottom

  var stack: StackAlignment {
    switch self {
    case .top: .start
    case .center: .center
    case .bottom: .end
    }
  }
}

/// Shows views one beside the other.
public struct HStack<Content: View>: View {
  public typealias Body = Never

  let alignment: VerticalAlignment
  let spacing: Int
  let content: Content

  /// Creates a stack.
  ///
  /// - Parameters:
  ///   - alignment: The vertical position of views that are lower than the stack.
  ///   - spacing: The distance between two views in pixels, or nil for the default, 8.
  ///   - content: Creates the views.
  public init(
    alignment: VerticalAlignment = .center,
    spacing: Int? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = max(0, min(spacing ?? 8, Int(Int16.max)))
    self.content = content()
  }
}

extension HStack: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { HStackNode(self, in: parent) }
}

private final class HStackNode<Content: View>: BoxNode<HStack<Content>> {
  init(_ view: HStack<Content>, in parent: ViewNode?) {
    super.init(
      view,
      in: parent,
      orientation: GTK_ORIENTATION_HORIZONTAL,
      alignment: view.alignment.stack,
      spacing: Int32(view.spacing)
    )
    show(view.content, alignment: view.alignment.stack)
  }

  override func viewChanged(from old: HStack<Content>) {
    if view.spacing != old.spacing {
      handle.set { gtk_box_set_spacing(handle.cast(), Int32(view.spacing)) }
    }
    show(view.content, alignment: view.alignment.stack)
  }
}

#endif
