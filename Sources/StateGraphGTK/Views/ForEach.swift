#if GTK
/// Shows one view for each element of a collection.
///
/// Each element is identified by its id, so an element that moves keeps its widgets. If several
/// elements have the same id, their order identifies them.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  public typealias Body = Never

  let data: Data
  let id: (Data.Element) -> ID
  let content: @MainActor (Data.Element) -> Content

  /// Creates the view for elements whose property `id` identifies them.
  public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content
  ) {
    self.data = data
    self.id = { $0[keyPath: id] }
    self.content = content
  }

  /// Creates the view for elements that are `Identifiable`.
  public init(
    _ data: Data,
    @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content
  ) where Data.Element: Identifiable, ID == Data.Element.ID {
    self.data = data
    self.id = \.id
    self.content = content
  }
}

extension ForEach: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { ForEachNode(self, in: parent) }
}

private final class ForEachNode<Data: RandomAccessCollection, ID: Hashable, Content: View>:
  TypedNode<ForEach<Data, ID, Content>>
{
  private struct Key: Hashable {
    let id: ID
    /// How many earlier elements have the same id.
    let repetition: Int
  }

  private var children: [(key: Key, node: ViewNode)] = []

  /// Evaluates the content of all elements, and evaluates it again after a change of a graph node
  /// that the content has read.
  private lazy var tracking = TrackedEvaluation(depth: depth)
  /// Whether the initialiser has returned. Before that, the node does not report its widgets to the
  /// parent, because the parent reads `handles` after the initialiser.
  private var isMounted = false

  override init(_ view: ForEach<Data, ID, Content>, in parent: ViewNode?) {
    super.init(view, in: parent)
    evaluate()
    isMounted = true
  }

  override var handles: [WidgetHandle] { children.flatMap(\.node.handles) }

  override func viewChanged(from old: ForEach<Data, ID, Content>) {
    evaluate()
  }

  override func unmount() {
    tracking.end()
    for child in children { child.node.unmount() }
  }

  private func evaluate() {
    tracking.begin { [weak self] in
      self.map { node in node.view.data.map { (node.view.id($0), node.view.content($0)) } } ?? []
    } then: { [weak self] elements in
      guard let self else { return }
      let before = children.map { ObjectIdentifier($0.node) }
      show(elements)
      let isSame = before == children.map { ObjectIdentifier($0.node) }
      if isMounted, !isSame { parent?.childHandlesChanged() }
    }
  }

  private func show(_ elements: [(ID, Content)]) {
    var old = Dictionary(uniqueKeysWithValues: children.map { ($0.key, $0.node) })
    var counts: [ID: Int] = [:]
    var new: [(key: Key, node: ViewNode)] = []
    new.reserveCapacity(elements.count)
    for (id, content) in elements {
      let key = Key(id: id, repetition: counts[id, default: 0])
      counts[id] = key.repetition + 1
      if let node = old[key], node.accept(content) {
        old[key] = nil
        new.append((key, node))
      } else {
        new.append((key, .make(content, in: self)))
      }
    }
    for node in old.values { node.unmount() }
    children = new
  }
}

#endif
