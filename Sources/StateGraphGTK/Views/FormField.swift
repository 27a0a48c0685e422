#if GTK
import CGTK
import CStateGraphGTK
import StateGraphPresentation

/// The text field of a ``FieldValue``.
struct FormField: View {
  typealias Body = Never

  let title: String
  let value: FieldValue<String>
}

extension FormField: PrimitiveView {
  package func makeNode(in parent: ViewNode?) -> ViewNode { FormFieldNode(self, in: parent) }
}

/// The node of a ``FormField``. `FieldEditing` decides what the field shows and when it writes.
private final class FormFieldNode: TypedNode<FormField> {
  /// How long the user must not type until the field writes the text.
  private static var rest: Duration { .milliseconds(300) }

  /// The largest number of bytes of a text that the field edits. GTK lays the text out as one line,
  /// which takes minutes for a text of megabytes.
  private static var byteLimit: Int { 65_536 }

  private let box: WidgetHandle
  private let entry: WidgetHandle
  private lazy var notes = FieldNotes(below: entry, in: box) { [weak self] in self?.decide($0) }
  private lazy var tracking = TrackedEvaluation(depth: depth)
  private var editing: FieldEditing
  /// Whether the field shows only the beginning of the value, because the value is too long.
  private var isShortened = false
  /// How often the user has typed. The field writes when it has not changed for a while.
  private var typedCount = 0

  override init(_ view: FormField, in parent: ViewNode?) {
    box = WidgetHandle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 4))
    entry = WidgetHandle(gtk_entry_new())
    editing = FieldEditing("")
    super.init(view, in: parent)
    gtk_widget_set_hexpand(entry.pointer, 1)
    gtk_box_append(box.cast(), entry.pointer)
    setTitle()
    entry.connectInput("changed") { [weak self] in self?.userTyped() }
    entry.connectInput("activate") { [weak self] in self?.write() }
    entry.connectFocusLoss { [weak self] in self?.write() }
    entry.connectKey("Escape") { [weak self] in self?.userReverts() ?? false }
    follow()
  }

  override var handles: [WidgetHandle] { [box] }

  override var keepsOwnState: Bool { true }

  override func viewChanged(from old: FormField) {
    if view.title != old.title { entry.set { setTitle() } }
    if view.value.identity != old.value.identity {
      writeLastText(to: old.value)
      editing = FieldEditing("")
    }
    follow()
  }

  override func unmount() {
    tracking.end()
    writeLastText(to: view.value)
  }

  // MARK: The owner of the value

  private func follow() {
    tracking.begin { [weak self] in
      self?.view.value.current
    } then: { [weak self] value in
      guard let self, let value else { return }
      isShortened = value.utf8.count > Self.byteLimit
      editing.follow(LoopText.shown(isShortened ? Self.beginning(of: value) : value))
      show()
    }
  }

  /// Returns the first 100 scalars. A character can consist of millions of them.
  private static func beginning(of value: String) -> String {
    String(String.UnicodeScalarView(value.unicodeScalars.prefix(100))) + "…"
  }

  private func write() {
    guard let text = editing.beginWrite() else { return }
    let value = view.value
    Task { [weak self] in
      let refusal: String?
      do {
        try await value.set(text)
        refusal = nil
      } catch {
        refusal = "\(error)"
      }
      guard let self, view.value.identity == value.identity else { return }
      if refusal.map({ editing.refuse($0) }) ?? editing.accept() { write() }
      show()
      WidgetHandle.didChange?()
    }
  }

  /// Writes the text of the user when the field ends. Nothing shows a refusal any more.
  private func writeLastText(to value: FieldValue<String>) {
    guard let text = editing.beginWrite() else { return }
    Task { try? await value.set(text) }
  }

  // MARK: The user

  private func userTyped() {
    editing.type(LoopText.read(gtk_editable_get_text(entry.opaque)))
    show()
    typedCount += 1
    let count = typedCount
    MainLoop.later(after: Self.rest) { [weak self] in
      if self?.typedCount == count { self?.write() }
    }
  }

  /// Returns whether there was an edit to give up. If not, `Escape` has its other meanings.
  private func userReverts() -> Bool {
    guard editing.isEdited else { return false }
    editing.revert()
    show()
    return true
  }

  private func decide(_ decision: FieldNotes.Decision) {
    switch decision {
    case .takeOffer: editing.takeOffer()
    case .keepText:
      editing.refuseOffer()
      write()
    }
    show()
  }

  // MARK: The widgets

  private func setTitle() {
    let title = LoopText.shown(view.title)
    gtk_entry_set_placeholder_text(entry.cast(), title)
    stategraph_gtk_set_accessible_name(entry.pointer, title)
  }

  private func show() {
    if LoopText.read(gtk_editable_get_text(entry.opaque)) != editing.text {
      entry.set { entry.withoutSignals { gtk_editable_set_text(entry.opaque, editing.text) } }
    }
    // The beginning of a value must not be written in its place.
    let isEditable = !isShortened || editing.isEdited
    gtk_editable_set_editable(entry.opaque, isEditable ? 1 : 0)
    let tooLong = isEditable ? nil : "This text is too long to be edited here."
    notes.show(refusal: editing.refusal ?? tooLong, offer: editing.offer)
  }
}

#endif
