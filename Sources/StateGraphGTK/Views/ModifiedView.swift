#if GTK
/// A modifier that changes properties of a view's widgets, such as the font.
@MainActor
protocol HandleModifier {
  /// Applies this modifier to a widget, in place of `old`. The node `owner` of the modified view
  /// asks for this. `old` is nil if the owner has applied no modifier to the widget.
  func apply(to handle: WidgetHandle, replacing old: Self?, by owner: ObjectIdentifier)
  /// Undoes what this modifier has done to a widget.
  func remove(from handle: WidgetHandle, by owner: ObjectIdentifier)
}

/// A view with a ``HandleModifier``, such as a font, for its widgets.
struct ModifiedView<Content: View, Modifier: HandleModifier>: View {
  typealias Body = Never

  let content: Content
  let modifier: Modifier
}

extension ModifiedView: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { ModifiedNode(self, in: parent) }
}

private final class ModifiedNode<Content: View, Modifier: HandleModifier>:
  TypedNode<ModifiedView<Content, Modifier>>
{
  private var child: ViewNode?
  private var modified: [WidgetHandle] = []

  override init(_ view: ModifiedView<Content, Modifier>, in parent: ViewNode?) {
    super.init(view, in: parent)
    child = .make(view.content, in: self)
    modify(replacing: nil)
  }

  override var handles: [WidgetHandle] { child?.handles ?? [] }

  override func viewChanged(from old: ModifiedView<Content, Modifier>) {
    guard var node = child else { return }
    let isNew = ViewNode.update(&node, to: view.content, in: self)
    child = node
    modify(replacing: old.modifier)
    if isNew { parent?.childHandlesChanged() }
  }

  override func childHandlesChanged() {
    modify(replacing: view.modifier)
    parent?.childHandlesChanged()
  }

  override func unmount() { child?.unmount() }

  private func modify(replacing old: Modifier?) {
    let owner = ObjectIdentifier(self)
    let new = handles
    for handle in modified where !new.contains(where: { $0 === handle }) {
      (old ?? view.modifier).remove(from: handle, by: owner)
    }
    for handle in new {
      let isKnown = modified.contains { $0 === handle }
      view.modifier.apply(to: handle, replacing: isKnown ? old : nil, by: owner)
    }
    modified = new
  }
}

#endif
