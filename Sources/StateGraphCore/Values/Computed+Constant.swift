extension Computed where Value: Sendable {
  /// Creates a node whose value never changes.
  ///
  /// Use it where a function requires a node and you have a value, for example in a preview or in a
  /// test. The node has no dependencies, so no observer of it is called again.
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
