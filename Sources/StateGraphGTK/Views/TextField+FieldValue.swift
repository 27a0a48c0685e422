#if GTK
public import StateGraphPresentation

extension TextField {
  /// Creates a text field for a value whose owner can refuse a text, such as a column of a row.
  ///
  /// The field writes when the user presses `Return`, leaves the field, or does not type for 0.3
  /// seconds. A refused text stays in the field, with the reason below it, which a screen reader
  /// reads too. `Escape` reverts the text. A change from elsewhere is shown at once, but not while
  /// the user's text differs: then the field offers it, and writes nothing until the user has
  /// decided.
  ///
  /// - Parameters:
  ///   - title: The purpose of the field. An empty field shows the title as a placeholder.
  ///   - text: The value that the user edits.
  public init(_ title: String, text: FieldValue<String>) {
    self.init(title, content: .value(text))
  }

  /// Creates a text field for a value of another type, such as a number.
  ///
  /// - Parameters:
  ///   - title: The purpose of the field. An empty field shows the title as a placeholder.
  ///   - value: The value that the user edits.
  ///   - refusal: The sentence that the field shows for a text that is no such value.
  public init<Value: LosslessStringConvertible & Sendable>(
    _ title: String,
    value: FieldValue<Value>,
    refusing refusal: String = "This is not a valid value."
  ) {
    self.init(title, content: .value(value.asText(refusing: refusal)))
  }
}

#endif
