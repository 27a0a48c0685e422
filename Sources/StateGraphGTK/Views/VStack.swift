#if GTK
import CGTK

/// The horizontal position of views that are narrower than their ``VStack``.
public enum HorizontalAlignment: Sendable {
  /// At the side where a line of text begins.
  case leading
  /// In the middle.
  case center
  /// At the side where a line of text ends.
  case trailing

  var stack: StackAlignment {
    switch self {
    case .leading: .start
    case .center: .center
    case .trailing: .end
    }
  }
}

/// Shows views one below the other.
public struct VStack<Content: View>: View {
  public typealias Body = Never

  let alignment: HorizontalAlignment
  let spacing: Int
  let content: Content

  /// Creates a stack.
  ///
  /// - Parameters:
  ///   - alignment: The horizontal position of views that are narrower than the stack.
  ///   - spacing: The distance between two views in pixels, or nil for the default, 8.
  ///   - content: Creates the views.
  public init(
    alignment: HorizontalAlignment = .center,
    spacing: Int? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = max(0, min(spacing ?? 8, Int(Int16.max)))
    self.content = content()
  }
}

extension VStack: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { VStackNode(self, in: parent) }
}

private final class VStackNode<Content: View>: BoxNode<VStack<Content>> {
  init(_ view: VStack<Content>, in parent: ViewNode?) {
    super.init(
      view,
      in: parent,
      orientation: GTK_ORIENTATION_VERTICAL,
      alignment: view.alignment.stack,
      spacing: Int32(view.spacing)
    )
    show(view.content, alignment: view.alignment.stack)
  }

  override func viewChanged(from old: VStack<Content>) {
    if view.spacing != old.spacing {
      handle.set { gtk_box_set_spacing(handle.cast(), Int32(view.spacing)) }
    }
    show(view.content, alignment: view.alignment.stack)
  }
}

#endif
