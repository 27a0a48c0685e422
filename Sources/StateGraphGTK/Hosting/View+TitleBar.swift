#if GTK
import CGTK

extension View {
  /// Puts views into the title bar of the window, or of the sheet, while this view is shown.
  ///
  /// ```swift
  /// Shelf().titleBar {
  ///   Button("Undo", icon: "edit-undo-symbolic") { undo() }
  /// } trailing: {
  ///   Button("Import…") { isImporting = true }
  /// }
  /// ```
  ///
  /// The bodies around this view determine the views. A view that reads more nodes is a type of its
  /// own.
  ///
  /// - Parameters:
  ///   - leading: The views at the side where a line of text begins.
  ///   - trailing: The views at the other side, before the window's buttons.
  public func titleBar(
    @ViewBuilder leading: () -> some View,
    @ViewBuilder trailing: () -> some View
  ) -> some View {
    TitledView(
      base: self,
      leading: HStack(spacing: 6, content: leading),
      trailing: HStack(spacing: 6, content: trailing)
    )
  }
}

private struct TitledView<Base: View, Leading: View, Trailing: View>: View, PrimitiveView {
  typealias Body = Never

  let base: Base
  let leading: Leading
  let trailing: Trailing

  func makeNode(in parent: ViewNode?) -> ViewNode { TitledNode(self, in: parent) }
}

private final class TitledNode<Base: View, Leading: View, Trailing: View>:
  TypedNode<TitledView<Base, Leading, Trailing>>
{
  private var child: ViewNode?
  private var leading: HostRoot?
  private var trailing: HostRoot?
  /// The value is nil if the window has no title bar. The views are then not shown.
  private weak var bar: WidgetHandle?

  override init(_ view: TitledView<Base, Leading, Trailing>, in parent: ViewNode?) {
    super.init(view, in: parent)
    bar = titleBar
    if let bar {
      let (first, last) = (HostRoot(in: self), HostRoot(in: self))
      gtk_header_bar_pack_start(bar.opaque, first.handle.pointer)
      gtk_header_bar_pack_end(bar.opaque, last.handle.pointer)
      (leading, trailing) = (first, last)
    }
    showBar()
    child = .make(view.base, in: self)
  }

  override var handles: [WidgetHandle] { child?.handles ?? [] }

  override func viewChanged(from old: TitledView<Base, Leading, Trailing>) {
    showBar()
    guard var node = child else { return }
    let isNew = ViewNode.update(&node, to: view.base, in: self)
    child = node
    if isNew { parent?.childHandlesChanged() }
  }

  override func unmount() {
    child?.unmount()
    for root in [leading, trailing] {
      root?.unmount()
      if let bar, let root { gtk_header_bar_remove(bar.opaque, root.handle.pointer) }
    }
    (leading, trailing) = (nil, nil)
  }

  private func showBar() {
    leading?.show(view.leading)
    trailing?.show(view.trailing)
  }

  /// The title bar of the innermost window around this node.
  private var titleBar: WidgetHandle? {
    var above = parent
    while let node = above {
      if let bar = (node as? HostRoot)?.titleBar { return bar }
      above = node.parent
    }
    return nil
  }
}

#endif
