#if GTK
import CGTK
import CStateGraphGTK

/// How the rows of a list are divided into sections.
struct ListSections<Element> {
  /// Returns the header above a row, or nil if the row above belongs to the same section.
  let header: @MainActor (_ element: Element, _ previous: Element?) -> AnyView?
}

/// A row of a list with sections: its header, if it is the first row of its section, and the body.
/// GTK shows a selection on the body only.
struct SectionedRow<Content: View>: View {
  let header: AnyView?
  let content: Content
  let margins: RowMargins

  var body: some View {
    VStack(alignment: .leading, spacing: 0) {
      if let header { SectionHeader(content: header) }
      RowBody(content: content, margins: margins)
    }
  }
}

/// The header of a section. A click on it selects no row.
private struct SectionHeader: View, PrimitiveView {
  typealias Body = Never

  let content: AnyView

  func makeNode(in parent: ViewNode?) -> ViewNode { SectionHeaderNode(self, in: parent) }
}

private final class SectionHeaderNode: BoxNode<SectionHeader> {
  private static let margins = RowMargins(vertical: 6, horizontal: 12)

  init(_ view: SectionHeader, in parent: ViewNode?) {
    super.init(
      view,
      in: parent,
      orientation: GTK_ORIENTATION_VERTICAL,
      alignment: .start,
      spacing: 0
    )
    Self.margins.apply(to: handle)
    gtk_widget_set_hexpand(handle.pointer, 1)
    gtk_widget_add_css_class(handle.pointer, "stategraph-section-header")
    stategraph_gtk_claim_clicks(handle.pointer)
    show(view.content, alignment: .start)
  }

  override func viewChanged(from old: SectionHeader) { show(view.content, alignment: .start) }
}

/// The part of a row below the header of its section.
private struct RowBody<Content: View>: View, PrimitiveView {
  typealias Body = Never

  let content: Content
  let margins: RowMargins

  func makeNode(in parent: ViewNode?) -> ViewNode { RowBodyNode(self, in: parent) }
}

private final class RowBodyNode<Content: View>: BoxNode<RowBody<Content>> {
  init(_ view: RowBody<Content>, in parent: ViewNode?) {
    super.init(
      view,
      in: parent,
      orientation: GTK_ORIENTATION_VERTICAL,
      alignment: .start,
      spacing: 4
    )
    gtk_widget_set_hexpand(handle.pointer, 1)
    gtk_widget_add_css_class(handle.pointer, "stategraph-row-body")
    show(view.content, alignment: .start)
  }

  override func viewChanged(from old: RowBody<Content>) { show(view.content, alignment: .start) }
}

extension ListFrame {
  /// Lets the rows show selection and focus on their bodies, and not on the headers of sections.
  func styleSections() {
    let list = "listview.stategraph-sectioned > row"
    StyleSheet.add(
      "stategraph-sectioned",
      text: """
        \(list), \(list):hover, \(list):selected { padding: 0; background: none; }
        \(list) .stategraph-row-body { padding: 7px 12px; }
        \(list):hover .stategraph-row-body { background-color: alpha(@theme_fg_color, 0.05); }
        \(list):selected .stategraph-row-body { background-color: @theme_selected_bg_color; }
        \(list):selected .stategraph-section-header { color: @theme_fg_color; }
        """
    )
    gtk_widget_add_css_class(listViewPointer, "stategraph-sectioned")
  }
}

#endif
