#if GTK
/// Describes the window of an ``App``: its title, its first size and its content.
///
/// ```swift
/// Window("Counter") { CounterView() }
/// ```
public struct Window<Content: View> {
  package let title: String
  let width: Int
  let height: Int
  package let content: Content

  /// Creates the description of a window. The library opens the window.
  ///
  /// - Parameters:
  ///   - title: The title, which the title bar and the desktop show.
  ///   - width: The width in pixels with which the window opens.
  ///   - height: The height in pixels with which the window opens, including its title bar.
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
