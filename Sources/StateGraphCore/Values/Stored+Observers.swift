extension Stored {
  /// The current value, which a property's setter passes to `didSet` as `oldValue`. Reading it
  /// creates no dependency, because the assignment does not depend on the old value.
  @_documentation(visibility: internal)
  public var _$unrecorded: Value { withoutGraphTracking { wrappedValue } }
}
