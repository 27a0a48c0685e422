extension Stored where Value: GraphStorable {
  /// Creates a node whose value is stored in `backed`.
  ///
  /// Reads, sets and dependencies are forwarded to that place, on any thread. Two nodes with the
  /// same place behave as one. A set to an equal value calls no observer.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value while the place holds no value, or a value of another type. It is
  ///     written only by a set. In memory, it is the first value.
  ///   - backed: The place of the value.
  ///   - name: The name of the node in messages and dumps.
  ///   - fileID: The file that creates the node.
  ///   - line: The line in that file.
  public convenience init(
    wrappedValue: Value,
    backed: GraphStorageBacking,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    if let storage = backed.storage {
      let backing = storage.backing(initial: wrappedValue)
      self.init(backing: backing, origin: NodeOrigin(name, fileID, line))
    } else {
      self.init(wrappedValue: wrappedValue, name: name, fileID: fileID, line: line)
    }
  }

  /// Creates a node whose value is stored in `backed`. In memory, a set counts as a change if the
  /// values differ by `==`. See the other initialiser for the parameters.
  public convenience init(
    wrappedValue: Value,
    backed: GraphStorageBacking,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Equatable {
    if let storage = backed.storage {
      let backing = storage.backing(initial: wrappedValue)
      self.init(backing: backing, origin: NodeOrigin(name, fileID, line))
    } else {
      self.init(wrappedValue: wrappedValue, name: name, fileID: fileID, line: line)
    }
  }
}
