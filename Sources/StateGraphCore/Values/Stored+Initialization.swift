// Initial values of macro properties. Swift evaluates a property's initial value once and passes it
// to the property's init accessor, before `init` runs. The node has to exist at that point, because
// `init` can capture it and set the property again. So the node is created without a value first.
// Only macro expansions use these members.

extension Stored {
  /// Creates a node without a value. `_$initialize(_:)` must be called before the node is read.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init(
    uninitialized name: StaticString,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(nil, comparing: nil, NodeOrigin(name, fileID, line))
  }

  /// Creates a node without a value. `_$initialize(_:)` must be called before the node is read.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init(
    uninitialized name: StaticString,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Equatable {
    self.init(nil, comparing: { $0 == $1 }, NodeOrigin(name, fileID, line))
  }

  /// Creates a node without a value. `_$initialize(_:)` must be called before the node is read.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init(
    uninitialized name: StaticString,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: AnyObject {
    self.init(nil, comparing: { $0 === $1 }, NodeOrigin(name, fileID, line))
  }

  /// Creates a node without a value. `_$initialize(_:)` must be called before the node is read.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init(
    uninitialized name: StaticString,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) where Value: AnyObject & Equatable {
    self.init(nil, comparing: { $0 == $1 }, NodeOrigin(name, fileID, line))
  }

  /// The first call gives the node its initial value, without calling observers; if the node has a
  /// backing, the value is ignored. Later calls set the node's value.
  @_documentation(visibility: internal)
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

  /// Records that the node has received its initial value. Called by the thread that creates the
  /// object with the property, before other threads have a reference to this object.
  @usableFromInline
  final func markInitialized() {
    Graph.withLock { flags = flags.union(.initialized) }
  }
}
