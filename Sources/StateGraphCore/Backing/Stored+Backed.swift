extension Stored where Value: GraphStorable {
  /// Creates a node whose value is stored in `backed`, for example in user defaults.
  ///
  /// Reading or setting the node, on any thread, reads or writes the storage. Closures that read
  /// the node depend on the stored value. Two nodes with the same storage therefore behave as one
  /// node. Assigning a value that equals the stored one calls no observer.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value of the node while the storage contains no value, or a value of
  ///     another type. It is not written to the storage. With memory as the storage, it is the
  ///     node's first value.
  ///   - backed: The storage of the value.
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
      self.init(backing: backing, origin: NodeOrigin(name, fileID: fileID, line: line))
    } else {
      self.init(wrappedValue: wrappedValue, name: name, fileID: fileID, line: line)
    }
  }

  /// Creates a node whose value is stored in `backed`, for `Equatable` values.
  ///
  /// With memory as the storage, an assignment counts as a change only if the values differ by `==`
  /// or by the bytes of their text. The parameters are those of the initialiser for other values.
  public convenience init(
    wrappedValue: Value,
    backed: GraphStorageBacking,
    name: StaticString? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Equatable {
    if let storage = backed.storage {
      let backing = storage.backing(initial: wrappedValue)
      self.init(backing: backing, origin: NodeOrigin(name, fileID: fileID, line: line))
    } else {
      self.init(wrappedValue: wrappedValue, name: name, fileID: fileID, line: line)
    }
  }
}
