extension Stored where Value: GraphStorable {
  /// Makes a node whose value lives in `backed`.
  ///
  /// Reads, sets and dependencies go there, on whatever thread they happen, and two nodes over one
  /// place are the same to what depends on them. A set that makes no difference tells nobody.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value while there is none in that place, or none of this type. Nothing
  ///     is written until somebody sets. In memory, it is the first value.
  ///   - backed: The place.
  ///   - name: What messages and dumps call the node.
  ///   - fileID: The file that makes it.
  ///   - line: The line that makes it.
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

  /// Makes a node whose value lives in `backed`, and that in memory passes a set on where the new
  /// value differs by `==`. See the other initialiser for the rest.
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
