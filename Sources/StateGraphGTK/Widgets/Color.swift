#if GTK
import CGTK

/// A colour of text.
public struct Color: Hashable, Sendable {
  private enum Value: Hashable {
    case theme(String)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
  }

  private let value: Value

  /// Creates a colour from components from 0 to 1. A component outside of this range is set to the
  /// nearer limit.
  public init(red: Double, green: Double, blue: Double) {
    func byte(_ part: Double) -> UInt8 {
      part.isNaN ? 0 : UInt8((min(max(part, 0), 1) * 255).rounded())
    }
    value = .rgb(red: byte(red), green: byte(green), blue: byte(blue))
  }

  private init(theme: String) { value = .theme(theme) }

  /// The colour that the desktop uses for text.
  public static let primary = Color(theme: "theme_fg_color")
  /// The colour that the desktop uses for text in disabled controls.
  public static let secondary = Color(theme: "insensitive_fg_color")
  /// The colour that the desktop uses for selections.
  public static let accent = Color(theme: "theme_selected_bg_color")
  /// Black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// White.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Red.
  public static let red = Color(red: 0.75, green: 0.11, blue: 0.16)
  /// Green.
  public static let green = Color(red: 0.15, green: 0.50, blue: 0.31)
  /// Blue.
  public static let blue = Color(red: 0.11, green: 0.44, blue: 0.85)
  /// Orange.
  public static let orange = Color(red: 0.78, green: 0.33, blue: 0.0)

  private var declaration: String {
    switch value {
    case .theme(let name): "color: @\(name);"
    case .rgb(let red, let green, let blue): "color: rgb(\(red), \(green), \(blue));"
    }
  }

  /// The declaration in a selected row of a list, whose background has the colour of the desktop
  /// for selections, or nil if the colour stays.
  var selectedDeclaration: String? {
    switch self {
    case .primary: "color: @theme_selected_fg_color;"
    case .secondary: "color: alpha(@theme_selected_fg_color, 0.75);"
    default: nil
    }
  }

  /// The CSS class of the colour, which exists from the first read on.
  @MainActor var styleClass: String {
    StyleSheet.className(className, declarations: declaration, selected: selectedDeclaration)
  }

  /// Returns the colour that the theme of a widget has now.
  @MainActor func value(in widget: WidgetHandle) -> GdkRGBA {
    switch value {
    case .rgb(let red, let green, let blue):
      return GdkRGBA(
        red: Float(red) / 255,
        green: Float(green) / 255,
        blue: Float(blue) / 255,
        alpha: 1
      )
    case .theme(let name):
      var color = GdkRGBA(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
      gtk_style_context_lookup_color(gtk_widget_get_style_context(widget.pointer), name, &color)
      return color
    }
  }

  private var className: String {
    switch value {
    case .theme(let name): "stategraph-color-\(name)"
    case .rgb(let red, let green, let blue): "stategraph-color-\(red)-\(green)-\(blue)"
    }
  }
}

#endif
