#if GTK
/// What a window shows in place of its content if the content cannot be opened or restored.
struct FailurePage: View {
  /// The reason, and advice.
  let message: String
  let retry: @MainActor () -> Void
  /// The value is nil if a fresh start would not help.
  var startAfresh: (@MainActor () -> Void)?

  var body: some View {
    VStack(spacing: 16) {
      Text("This content cannot be shown").font(.title2)
      Text(message)
      HStack {
        // The press removes the button, so it waits until GTK has handled the click.
        Button("Try Again") { [retry] in MainLoop.whenIdle(retry) }
        if let startAfresh { Button("Start Afresh") { MainLoop.whenIdle(startAfresh) } }
      }
    }
    .padding()
  }
}

#endif
