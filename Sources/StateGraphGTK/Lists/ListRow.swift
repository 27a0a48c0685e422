#if GTK
import CGTK

/// One row of a list, or one cell of a table: the views that the list's closure creates for an
/// element.
struct ListRow<Element, Content: View>: View {
  typealias Body = Never

  let element: Element
  /// The row above, or nil in a list without sections, and for the first row.
  let previous: Element?
  /// The value is nil in a list without sections, and in a table.
  let sections: ListSections<Element>?
  let content: @MainActor (Element) -> Content
  let margins: RowMargins
}

/// The free space around the content of a row or of a cell, in pixels.
struct RowMargins: Equatable {
  let vertical: Int32
  let horizontal: Int32

  static let row = RowMargins(vertical: 7, horizontal: 12)
  /// GTK's theme itself puts some space around the cells of a table.
  static let cell = RowMargins(vertical: 0, horizontal: 0)

  @MainActor func apply(to handle: WidgetHandle) {
    gtk_widget_set_margin_top(handle.pointer, vertical)
    gtk_widget_set_margin_bottom(handle.pointer, vertical)
    gtk_widget_set_margin_start(handle.pointer, horizontal)
    gtk_widget_set_margin_end(handle.pointer, horizontal)
  }
}

extension ListRow: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { ListRowNode(self, in: parent) }
}

/// The node of a ``ListRow``. After a change of a graph node that the closure has read, it
/// evaluates the closure again. Other rows are not concerned.
final class ListRowNode<Element, Content: View>: BoxNode<ListRow<Element, Content>> {
  private lazy var tracking = TrackedEvaluation(depth: depth, of: ListRow<Element, Content>.self)

  init(_ view: ListRow<Element, Content>, in parent: ViewNode?) {
    super.init(
      view,
      in: parent,
      orientation: GTK_ORIENTATION_VERTICAL,
      alignment: .start,
      spacing: 4
    )
    // In a list with sections, the body of the row has the margins, and the header has its own.
    if view.sections == nil { view.margins.apply(to: handle) }
    evaluate()
  }

  override func viewChanged(from old: ListRow<Element, Content>) { evaluate() }

  override func unmount() {
    tracking.end()
    super.unmount()
  }

  /// A change of a row's size does not concern the views around the list, so they are not aligned
  /// again.
  override func layoutChanged() { alignChildren() }

  private func evaluate() {
    tracking.begin { [weak self] in
      self.map { node in
        let view = node.view
        // The header reads properties of this row and of the row above, so that it follows both.
        let header = view.sections?.header(view.element, view.previous)
        return (header: header, content: view.content(view.element))
      }
    } then: { [weak self] shown in
      guard let self, let shown else { return }
      if view.sections == nil {
        show(shown.content, alignment: .start)
      } else {
        show(
          SectionedRow(header: shown.header, content: shown.content, margins: view.margins),
          alignment: .start
        )
      }
    }
  }
}

#endif
