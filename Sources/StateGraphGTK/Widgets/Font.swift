#if GTK
/// The size and weight of text, relative to the font of the desktop.
public struct Font: Hashable, Sendable {
  let name: String
  let declaration: String

  /// The font for the largest titles.
  public static let largeTitle = Font(name: "large-title", declaration: "font-size: 2em;")
  /// The font for titles of pages.
  public static let title = Font(name: "title", declaration: "font-size: 1.7em;")
  /// The font for titles of parts of a page.
  public static let title2 = Font(name: "title2", declaration: "font-size: 1.35em;")
  /// The font for headlines: bold, in the size of the desktop's font.
  public static let headline = Font(name: "headline", declaration: "font-weight: bold;")
  /// The font of the desktop.
  public static let body = Font(name: "body", declaration: "font-size: 1em;")
  /// The font for notes. It is smaller than the font of the desktop.
  public static let caption = Font(name: "caption", declaration: "font-size: 0.83em;")

  var className: String { "stategraph-font-\(name)" }
}

#endif
