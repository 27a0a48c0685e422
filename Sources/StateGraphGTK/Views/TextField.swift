#if GTK
public import StateGraphCore
import StateGraphPresentation

/// A control in which the user edits a line of text.
///
/// Each change by the user sets the binding. If the owner of the value has not accepted the text
/// 0.3 seconds after the last change, the field shows the value of the binding again.
public struct TextField: View {
  public typealias Body = Never

  /// Where the text comes from.
  enum Content {
    case binding(Binding<String>)
    case value(FieldValue<String>)
  }

  let title: String
  let content: Content

  init(_ title: String, content: Content) { (self.title, self.content) = (title, content) }

  /// Creates a text field.
  ///
  /// - Parameters:
  ///   - title: The purpose of the field. An empty field shows the title as a placeholder.
  ///   - text: The text that the user edits.
  public init(_ title: String, text: Binding<String>) {
    self.init(title, content: .binding(text))
  }
}

extension TextField: PrimitiveView, SingleView {
  var shown: (any View)? {
    switch content {
    case .binding(let text): BoundTextField(title: title, value: text, kind: .line)
    case .value(let value): FormField(title: title, value: value)
    }
  }

  package func makeNode(in parent: ViewNode?) -> ViewNode { SingleNode(self, in: parent) }
}

#endif
