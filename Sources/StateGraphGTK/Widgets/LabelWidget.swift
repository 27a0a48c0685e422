#if GTK
import CGTK

/// A widget that shows a text. A ``WidgetController`` sets its properties.
public final class LabelWidget: WidgetView {
  /// Creates a label without a text.
  public required init() {
    super.init(WidgetHandle(gtk_label_new(nil)))
    gtk_label_set_wrap(handle.opaque, 1)
    gtk_label_set_xalign(handle.opaque, 0)
  }

  /// The text that the label shows, or nil for no text. A NUL in the text is shown as U+FFFD.
  public var text: String? {
    didSet {
      guard text != oldValue else { return }
      handle.set { gtk_label_set_text(handle.opaque, LoopText.shown(text ?? "")) }
    }
  }

  /// The colour of the text, or nil for the colour that the desktop uses for text.
  public var textColor: Color? {
    didSet {
      guard textColor != oldValue else { return }
      let name = textColor?.styleClass
      handle.setStyle(.color, to: name, by: ObjectIdentifier(self))
    }
  }

  /// The font of the text, or nil for the font of the desktop.
  public var font: Font? {
    didSet {
      guard font != oldValue else { return }
      let name = font.map { StyleSheet.className($0.className, declarations: $0.declaration) }
      handle.setStyle(.font, to: name, by: ObjectIdentifier(self))
    }
  }
}

#endif
