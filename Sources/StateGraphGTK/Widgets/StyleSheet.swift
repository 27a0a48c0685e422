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
  ///
  /// - Parameter selected: The declarations that apply in a selected row of a list instead.
  package static func className(
    _ name: String,
    declarations: String,
    selected: String? = nil
  ) -> String {
    if rules[name] == nil {
      rules[name] = ".\(name) { \(declarations) }"
      if let selected { rules[name]?.append("\nrow:selected .\(name) { \(selected) }") }
      load()
    }
    return name
  }

  /// Adds rules for selectors that one class cannot describe, unless rules with this name exist.
  static func add(_ name: String, text: String) {
    guard rules[name] == nil else { return }
    rules[name] = text
    load()
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
