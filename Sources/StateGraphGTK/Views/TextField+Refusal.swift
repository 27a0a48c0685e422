#if GTK
import CGTK

extension TextField {
  /// Marks the text as refused, and shows the reason below the field.
  ///
  /// ```swift
  /// TextField("Year", text: $year).refusal(Int(year) == nil ? "A year is a number." : nil)
  /// ```
  ///
  /// A screen reader says that the value is invalid, and reads the reason. A field of a
  /// `FieldValue` shows its refusals itself.
  ///
  /// - Parameter reason: The reason, or nil if the text is not refused.
  public func refusal(_ reason: String?) -> some View {
    RefusedField(field: self, reason: reason)
  }
}

/// A text field with a place for the reason of a refusal below it.
private struct RefusedField: View, PrimitiveView {
  typealias Body = Never

  let field: TextField
  let reason: String?

  func makeNode(in parent: ViewNode?) -> ViewNode { RefusedFieldNode(self, in: parent) }
}

private final class RefusedFieldNode: TypedNode<RefusedField> {
  private let box = WidgetHandle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 4))
  private var child: ViewNode?
  private var notes: FieldNotes?

  override init(_ view: RefusedField, in parent: ViewNode?) {
    super.init(view, in: parent)
    child = .make(view.field, in: self)
    placeField()
  }

  override var handles: [WidgetHandle] { [box] }

  override func viewChanged(from old: RefusedField) {
    _ = child?.accept(view.field)
    notes?.show(refusal: view.reason, offer: nil)
  }

  /// Called when the field has another widget, because it has a value of another kind.
  override func childHandlesChanged() {
    while let widget = gtk_widget_get_first_child(box.pointer) {
      gtk_box_remove(box.cast(), widget)
    }
    placeField()
  }

  override func unmount() { child?.unmount() }

  private func placeField() {
    guard let entry = child?.handles.first else { return }
    gtk_box_append(box.cast(), entry.pointer)
    let notes = FieldNotes(below: entry, in: box) { _ in }
    notes.show(refusal: view.reason, offer: nil)
    self.notes = notes
  }
}

#endif
