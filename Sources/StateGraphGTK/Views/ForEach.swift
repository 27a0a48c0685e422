#if GTK
/// One view for each element of a collection.
///
/// Elements are identified by their id, so an element that moves keeps its widgets. Elements with
/// the same id are told apart by their order.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  public typealias Body = Never

  let data: Data
  let id: (Data.Element) -> ID
  let content: @MainActor (Data.Element) -> Content

  /// Creates the views of elements that a property identifies.
  public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping @MainActor (Data.Element) -> Content
  ) {
    self.data = data
    self.id = { $0[keyPath: id] }
    self.content = content
  }

  /// Creates the views of elements that have an identity.
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
    /// How many elements before this one have the same identity.
    let repetition: Int
  }

  private var children: [(key: Key, node: ViewNode)] = []

  /// Evaluates the content of the elements again when a node that it has read changes.
  private lazy var tracking = TrackedEvaluation(depth: depth)
  /// False during the initialiser. The parent reads `handles` after it, so the node does not report
  /// its first widgets.
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
