extension Stored where Value: GraphStorable {
  /// Creates a node whose value is stored in `backed`.
  ///
  /// On any thread, reads and assignments of the node read and write that place. Closures that read
  /// the node depend on the place. Two nodes with the same place therefore behave as one. Assigning
  /// a value that equals the stored one calls no observer.
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

  /// Creates a node whose value is stored in `backed`. If the place is memory, assigning a value
  /// counts as a change if the value differs from the current one by `==`. See the other
  /// initialiser for the parameters.
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
