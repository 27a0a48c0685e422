#if GTK
import CGTK

/// A text that code changes.
public final class LabelWidget: WidgetView {
  /// Creates a label without a text.
  public required init() {
    super.init(WidgetHandle(gtk_label_new(nil)))
    gtk_label_set_wrap(handle.opaque, 1)
    gtk_label_set_xalign(handle.opaque, 0)
  }

  /// The text; nil for none. It shows NUL as U+FFFD.
  public var text: String? {
    didSet {
      guard text != oldValue else { return }
      handle.set { gtk_label_set_text(handle.opaque, LoopText.shown(text ?? "")) }
    }
  }

  /// The colour of the text; nil for that of the desktop.
  public var textColor: Color? {
    didSet {
      guard textColor != oldValue else { return }
      let name = textColor.map { StyleSheet.className($0.className, $0.declaration) }
      handle.setStyle(.color, to: name, by: ObjectIdentifier(self))
    }
  }

  /// The font of the text; nil for that of the desktop.
  public var font: Font? {
    didSet {
      guard font != oldValue else { return }
      let name = font.map { StyleSheet.className($0.className, $0.declaration) }
      handle.setStyle(.font, to: name, by: ObjectIdentifier(self))
    }
  }
}

#endif
