extension Computed where Value: Sendable {
  /// Creates a node whose value never changes.
  ///
  /// Use this initialiser to pass a value to a function that requires a node, for example in a
  /// preview or in a test. The node has no dependencies, so a change never calls its observers.
  ///
  /// - Parameters:
  ///   - constant: The value of the node.
  ///   - name: The name of the node in messages and dumps.
  ///   - fileID: The file that creates the node.
  ///   - line: The line in that file.
  public convenience init(
    constant: Value,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(name: name, fileID: fileID, line: line) { _ in constant }
  }
}
