#if GTK
/// A command in the context menu of a row.
public struct MenuItem {
  let title: String
  let isDisabled: Bool
  let action: @MainActor () -> Void

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - title: The text that the menu shows.
  ///   - isDisabled: Whether the user cannot choose the command.
  ///   - action: Runs on the main actor when the user chooses the command.
  public init(_ title: String, isDisabled: Bool = false, action: @escaping @MainActor () -> Void) {
    self.title = title
    self.isDisabled = isDisabled
    self.action = action
  }
}

#endif
