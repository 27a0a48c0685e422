// How the node of a property with an initial value comes by it. The language evaluates that value
// once and hands it to the property's init accessor, before `init` runs; the node has to be there
// already, since `init` may capture it and set the property again. For the macros' use.

extension Stored {
  /// Makes a node that has no value until `_$initialize(_:)`.
  @inlinable
  public convenience init(
    uninitialized name: StaticString,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(nil, comparing: nil, NodeOrigin(name, fileID, line))
  }

  /// Makes a node that has no value until `_$initialize(_:)`.
  @inlinable
  public convenience init(
    uninitialized name: StaticString,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Equatable {
    self.init(nil, comparing: { $0 == $1 }, NodeOrigin(name, fileID, line))
  }

  /// Makes a node that has no value until `_$initialize(_:)`.
  @inlinable
  public convenience init(
    uninitialized name: StaticString,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: AnyObject {
    self.init(nil, comparing: { $0 === $1 }, NodeOrigin(name, fileID, line))
  }

  /// Makes a node that has no value until `_$initialize(_:)`.
  @inlinable
  public convenience init(
    uninitialized name: StaticString,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: AnyObject & Equatable {
    self.init(nil, comparing: { $0 == $1 }, NodeOrigin(name, fileID, line))
  }

  /// The first call gives the node its initial value, and tells nobody; a node with a backing
  /// has its value there. Later calls set it.
  @inlinable
  public func _$initialize(_ initialValue: Value) {
    if isInitialized { return wrappedValue = initialValue }
    if backing == nil {
      valueLock.lock()
      value = initialValue
      valueLock.unlock()
    } else {
      markInitialized()
    }
  }

  @inlinable
  var isInitialized: Bool {
    guard backing == nil else { return isMarkedInitialized }
    valueLock.lock()
    defer { valueLock.unlock() }
    return value != nil
  }
}

extension GraphNode {
  @usableFromInline final var isMarkedInitialized: Bool { flags.contains(.initialized) }

  /// Called by the thread that makes the node's owner, before others know of it.
  @usableFromInline
  final func markInitialized() {
    Graph.withLock { flags = flags.union(.initialized) }
  }
}
