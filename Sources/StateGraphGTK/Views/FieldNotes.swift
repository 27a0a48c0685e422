#if GTK
import CGTK
import CStateGraphGTK

/// The lines below a field of a form: the reason of a refusal, and the value that another writer
/// has set meanwhile. The lines exist only while they have something to say.
@MainActor
final class FieldNotes {
  /// What the user decides about an offered value.
  enum Decision { case takeOffer, keepText }

  private let entry: WidgetHandle
  private let box: WidgetHandle
  private let decide: @MainActor (Decision) -> Void
  private var refusal: String?
  private var offer: String?
  private var refusalLabel: WidgetHandle?
  private var offerLine: [WidgetHandle] = []

  init(
    below entry: WidgetHandle,
    in box: WidgetHandle,
    decide: @escaping @MainActor (Decision) -> Void
  ) {
    (self.entry, self.box, self.decide) = (entry, box, decide)
  }

  /// Shows the reason and the offered value. A value that is nil is not shown.
  func show(refusal: String?, offer: String?) {
    if refusal != self.refusal {
      self.refusal = refusal
      entry.set { showRefusal() }
    }
    if offer != self.offer {
      self.offer = offer
      entry.set { showOffer() }
    }
  }

  private func showRefusal() {
    if let refusalLabel { gtk_box_remove(box.cast(), refusalLabel.pointer) }
    refusalLabel = nil
    stategraph_gtk_set_invalid(entry.pointer, refusal != nil)
    describe()
    // The red of the theme alone is hard to read on a dark background.
    let readable = StyleSheet.className(
      "stategraph-refusal",
      declarations: "color: mix(@error_color, @theme_fg_color, 0.5);"
    )
    guard let refusal else {
      for name in ["error", readable] { gtk_widget_remove_css_class(entry.pointer, name) }
      return
    }
    let label = Self.label(refusal)
    for widget in [entry, label] {
      for name in ["error", readable] { gtk_widget_add_css_class(widget.pointer, name) }
    }
    gtk_box_insert_child_after(box.cast(), label.pointer, entry.pointer)
    refusalLabel = label
  }

  private func showOffer() {
    if let line = offerLine.first { gtk_box_remove(box.cast(), line.pointer) }
    offerLine = []
    describe()
    guard let offer else { return }
    let line = WidgetHandle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8))
    let label = Self.label("Changed elsewhere to “\(offer)”")
    gtk_widget_set_hexpand(label.pointer, 1)
    let take = button("Use It", decision: .takeOffer)
    let keep = button("Keep Mine", decision: .keepText)
    for widget in [label, take, keep] { gtk_box_append(line.cast(), widget.pointer) }
    gtk_box_append(box.cast(), line.pointer)
    offerLine = [line, label, take, keep]
  }

  /// A screen reader reads the description of the field after its name and its text.
  private func describe() {
    let sentences = [refusal, offer.map { "Changed elsewhere to “\($0)”" }].compactMap { $0 }
    let text = sentences.isEmpty ? nil : LoopText.shown(sentences.joined(separator: " "))
    stategraph_gtk_set_accessible_description(entry.pointer, text)
  }

  private func button(_ title: String, decision: Decision) -> WidgetHandle {
    let button = WidgetHandle(gtk_button_new_with_label(title))
    button.connectInput("clicked") { [decide] in
      // The decision removes this button, so it waits until GTK has handled the click.
      MainLoop.later { decide(decision) }
    }
    return button
  }

  private static func label(_ text: String) -> WidgetHandle {
    let label = WidgetHandle(gtk_label_new(LoopText.shown(text)))
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_widget_add_css_class(label.pointer, "caption")
    return label
  }
}

#endif
