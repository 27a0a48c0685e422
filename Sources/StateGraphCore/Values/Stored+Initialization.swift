// These members give a macro property its initial value. Only code that the macros generate uses
// them.
//
// Swift passes the initial value to the property's init accessor before the body of `init` runs.
// This body can capture the node, so the node must already exist. It is created without a value.

extension Stored {
  /// Creates a node without a value. Every later assignment counts as a change.
  ///
  /// Call `_$initialize(_:)` before the node is read. An earlier read ends the program.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init(
    uninitialized name: StaticString,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(nil, comparing: nil, origin: NodeOrigin(name, fileID: fileID, line: line))
  }

  /// Creates a node without a value. A later assignment counts as a change if the values differ by
  /// `==`, or if they are text with different bytes.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init(
    uninitialized name: StaticString,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Equatable {
    self.init(
      nil,
      comparing: { ValueEquality.areSame($0, and: $1) },
      origin: NodeOrigin(name, fileID: fileID, line: line)
    )
  }

  /// Creates a node without a value. A later assignment counts as a change if it sets a different
  /// object.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init(
    uninitialized name: StaticString,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: AnyObject {
    self.init(nil, comparing: { $0 === $1 }, origin: NodeOrigin(name, fileID: fileID, line: line))
  }

  /// Creates a node without a value. A later assignment counts as a change if the objects differ by
  /// `==`.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init(
    uninitialized name: StaticString,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: AnyObject & Equatable {
    self.init(nil, comparing: { $0 == $1 }, origin: NodeOrigin(name, fileID: fileID, line: line))
  }

  /// Gives the node its initial value without calling observers.
  ///
  /// Only the first call gives the node its initial value. If the node's value is stored outside of
  /// the node, for example in a database, the first call ignores `initialValue`. Later calls set
  /// the node like an assignment.
  @_documentation(visibility: internal)
  @inlinable
  public func _$initialize(_ initialValue: Value) {
    if isInitialized { return wrappedValue = initialValue }
    if backing == nil {
      lockValue()
      value = initialValue
      valueLock.unlock()
    } else {
      markInitialized()
    }
  }

  @inlinable
  var isInitialized: Bool {
    guard backing == nil else { return isMarkedInitialized }
    lockValue()
    defer { valueLock.unlock() }
    return value != nil
  }
}

extension GraphNode {
  @usableFromInline final var isMarkedInitialized: Bool { flags.contains(.initialized) }

  /// Records that a node whose value is stored outside of the node has received its initial value.
  ///
  /// The thread that creates the object with the property calls this function. Other threads have
  /// no reference to that object yet.
  @usableFromInline
  final func markInitialized() {
    Graph.withLock { flags = flags.union(.initialized) }
  }
}
