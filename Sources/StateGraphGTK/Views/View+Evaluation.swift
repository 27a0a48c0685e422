#if GTK
/// A view that gets a new view value only if another value differs.
private struct StableView<Content: View, Key: Equatable>: View, PrimitiveView {
  typealias Body = Never

  let content: Content
  let key: Key

  func makeNode(in parent: ViewNode?) -> ViewNode { StableNode(self, in: parent) }
}

private final class StableNode<Content: View, Key: Equatable>:
  TypedNode<StableView<Content, Key>>
{
  private var child: ViewNode?

  override init(_ view: StableView<Content, Key>, in parent: ViewNode?) {
    super.init(view, in: parent)
    child = .make(view.content, in: self)
  }

  override var handles: [WidgetHandle] { child?.handles ?? [] }

  // The value of another row of a list may be equal.
  override var keepsOwnState: Bool { true }

  override func viewChanged(from old: StableView<Content, Key>) {
    guard view.key != old.key, var node = child else { return }
    let isNew = ViewNode.update(&node, to: view.content, in: self)
    child = node
    if isNew { parent?.childHandlesChanged() }
  }

  override func unmount() { child?.unmount() }
}

extension View {
  /// Evaluates this view again only if `value` differs, and not each time that the body around it
  /// is evaluated.
  ///
  /// ```swift
  /// BookTable(state: state, send: send).evaluated(onChangeOf: state.words)
  /// ```
  ///
  /// Use it for a large view, such as a table, that depends on few parts of a state. The nodes that
  /// the view has read wake it as before.
  ///
  /// - Parameter value: Everything that the view depends on, except nodes. The view keeps the
  ///   closures that it got with the last value.
  public func evaluated(onChangeOf value: some Equatable) -> some View {
    StableView(content: self, key: value)
  }
}

#endif
