#if GTK
import CGTK
import CStateGraphGTK

/// A key that uses the widget, wherever in the window the focus is.
private struct ShortcutModifier: HandleModifier {
  let trigger: String

  func apply(
    to handle: WidgetHandle,
    replacing old: ShortcutModifier?,
    by owner: ObjectIdentifier
  ) {
    guard old?.trigger != trigger else { return }
    handle.setShortcut(trigger, by: owner)
  }

  func remove(from handle: WidgetHandle, by owner: ObjectIdentifier) {
    handle.setShortcut(nil, by: owner)
  }
}

extension View {
  /// Lets a key use this view, wherever in the window the focus is: it presses a button, switches a
  /// toggle, and moves the focus to a field.
  ///
  /// A control that has the focus gets the key first. `Control`-`Z` in a text field therefore takes
  /// back what was typed there. While the view is disabled or not on the screen, the key does
  /// nothing.
  ///
  /// - Parameters:
  ///   - key: The name of the key in GTK, such as `f`, `F1`, `Delete` or `plus`. A key that GTK
  ///     does not know does nothing.
  ///   - modifiers: The keys that the user holds meanwhile.
  public func keyboardShortcut(_ key: String, modifiers: KeyModifiers = .control) -> some View {
    ModifiedView(
      content: self,
      modifier: ShortcutModifier(trigger: modifiers.trigger + LoopText.shown(key))
    )
  }
}

#endif
