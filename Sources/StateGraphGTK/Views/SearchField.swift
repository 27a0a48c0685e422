#if GTK
public import StateGraphCore

/// A field in which the user types words to search for.
///
/// ```swift
/// SearchField("Search Books", text: $words)
///   .keyboardShortcut("f", modifiers: .control)
/// ```
///
/// It has a magnifying glass, and a button that empties it. `Escape` empties it, too. Each change
/// sets the binding at once. A list whose query contains the words reads them on a thread of its
/// own, so that the user can type on.
public struct SearchField: View {
  public typealias Body = Never

  let title: String
  let text: Binding<String>

  /// Creates a search field.
  ///
  /// - Parameters:
  ///   - title: What the user searches for. An empty field shows it.
  ///   - text: The words that the user has typed.
  public init(_ title: String, text: Binding<String>) { (self.title, self.text) = (title, text) }
}

extension SearchField: PrimitiveView, SingleView {
  var shown: (any View)? { BoundTextField(title: title, value: text, kind: .search) }

  package func makeNode(in parent: ViewNode?) -> ViewNode { SingleNode(self, in: parent) }
}

#endif
