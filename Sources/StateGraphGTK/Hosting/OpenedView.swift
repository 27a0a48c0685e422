#if GTK
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
