#if GTK
import CGTK

/// The CSS classes that the library has added to GTK's display. A class is added when a view first
/// needs it.
@MainActor
package enum StyleSheet {
  private static var rules: [String: String] = [:]
  private static var provider: UnsafeMutablePointer<GtkCssProvider>?

  /// Adds a CSS class with these declarations, unless a class with this name exists. Returns the
  /// name.
  package static func className(_ name: String, _ declarations: String) -> String {
    if rules[name] == nil {
      rules[name] = ".\(name) { \(declarations) }"
      load()
    }
    return name
  }

  private static func load() {
    guard let display = gdk_display_get_default() else { return }
    if provider == nil {
      provider = gtk_css_provider_new()
      gtk_style_context_add_provider_for_display(
        display,
        OpaquePointer(provider),
        UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION)
      )
    }
    gtk_css_provider_load_from_data(provider, rules.values.sorted().joined(separator: "\n"), -1)
  }
}

#endif
