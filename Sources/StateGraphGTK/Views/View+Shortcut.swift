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

/// The keys that the user holds down while pressing another key.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The bits of the keys.
  public let rawValue: Int

  /// Creates a set from the bits of its keys.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The `Control` key.
  public static let control = KeyModifiers(rawValue: 1)
  /// The `Shift` key.
  public static let shift = KeyModifiers(rawValue: 2)
  /// The `Alt` key.
  public static let alt = KeyModifiers(rawValue: 4)

  /// The keys in the syntax of GTK, such as `<Control><Shift>`.
  var trigger: String {
    (contains(.control) ? "<Control>" : "") + (contains(.shift) ? "<Shift>" : "")
      + (contains(.alt) ? "<Alt>" : "")
  }
}
#endif
