#if GTK
import CStateGraphGTK

/// Whether the windows of an app are light or dark.
public enum ColorScheme: String, Hashable, Sendable, Codable, CaseIterable {
  case light, dark
}

/// The appearance that a view asks for. It concerns all windows of the app.
private struct ColorSchemeModifier: HandleModifier {
  let scheme: ColorScheme?

  func apply(
    to handle: WidgetHandle,
    replacing old: ColorSchemeModifier?,
    by owner: ObjectIdentifier
  ) {
    guard old == nil || old?.scheme != scheme else { return }
    handle.set { stategraph_gtk_set_dark(scheme.map { $0 == .dark ? 1 : 0 } ?? -1) }
  }

  func remove(from handle: WidgetHandle, by owner: ObjectIdentifier) {
    handle.set { stategraph_gtk_set_dark(-1) }
  }
}

extension View {
  /// Makes the windows of the app light or dark while this view is shown.
  ///
  /// - Parameter scheme: The appearance, or nil for that of the user's settings.
  public func preferredColorScheme(_ scheme: ColorScheme?) -> some View {
    ModifiedView(content: self, modifier: ColorSchemeModifier(scheme: scheme))
  }
}

#endif
