extension Stored where Value: GraphStorable {
  /// Creates a node whose value is stored in `backed`, for example in user defaults.
  ///
  /// On any thread, reading or setting the node reads or writes that place. Closures that read the
  /// node depend on the place. Two nodes with the same place therefore behave as one node.
  /// Assigning a value that equals the stored one calls no observer.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value of the node while the place contains no value, or a value of
  ///     another type. It is not written to the place. If the place is memory, it is the first
  ///     value.
  ///   - backed: The place that stores the value.
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

  /// Creates a node whose value is stored in `backed`, for `Equatable` values.
  ///
  /// If the place is memory, an assignment counts as a change only if the values differ by `==`.
  /// The parameters are the same as those of the initialiser for other values.
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
