#if GTK
/// The window of an app.
///
/// ```swift
/// Window("Counter") { CounterView() }
/// ```
public struct Window<Content: View> {
  package let title: String
  let width: Int
  let height: Int
  package let content: Content

  /// Creates a window.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - width: The width in pixels that the window has at first.
  ///   - height: The height in pixels that the window has at first, with its title bar.
  ///   - content: What the window shows.
  @MainActor
  public init(
    _ title: String,
    width: Int = 480,
    height: Int = 360,
    @ViewBuilder content: () -> Content
  ) {
    self.title = title
    self.width = max(1, min(width, Int(Int16.max)))
    self.height = max(1, min(height, Int(Int16.max)))
    self.content = content()
  }
}

#endif
