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

  /// Creates the description of a window whose content needs something that may fail to open, such
  /// as a database and a session in it.
  ///
  /// ```swift
  /// Window("Library", opening: { try Library(path: path) }) { library in
  ///   Shelf(library: library)
  /// }
  /// ```
  ///
  /// If `opening` throws an error, the window shows the text of the error, and the user can try
  /// again.
  ///
  /// - Parameters:
  ///   - title: The title, which the title bar and the desktop show.
  ///   - width: The width in pixels with which the window opens.
  ///   - height: The height in pixels with which the window opens, including its title bar.
  ///   - opening: Opens what the content needs. The main actor calls it before the first frame, and
  ///     for each further try.
  ///   - content: What the window shows.
  @MainActor
  public init<Value, Shown: View>(
    _ title: String,
    width: Int = 480,
    height: Int = 360,
    opening: @escaping @MainActor () throws -> Value,
    @ViewBuilder content: @escaping @MainActor (Value) -> Shown
  ) where Content == OpenedView<Value, Shown> {
    self.init(title, width: width, height: height) {
      OpenedView(opening: opening, content: content)
    }
  }
}

/// The content of a window that has to open something first, such as a database. See
/// ``Window/init(_:width:height:opening:content:)``.
public struct OpenedView<Value, Content: View>: View {
  @State private var outcome: Result<Value, any Error>
  private let open: @MainActor () throws -> Value
  private let content: @MainActor (Value) -> Content

  init(
    opening open: @escaping @MainActor () throws -> Value,
    content: @escaping @MainActor (Value) -> Content
  ) {
    _outcome = State(wrappedValue: Result { try open() })
    (self.open, self.content) = (open, content)
  }

  /// The content, or the reason for which there is none.
  public var body: some View {
    switch outcome {
    case .success(let value): content(value)
    case .failure(let error):
      FailurePage(message: "\(error)", retry: { outcome = Result { try open() } })
    }
  }
}

#endif
