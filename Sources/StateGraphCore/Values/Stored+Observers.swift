extension Stored {
  /// The current value, read without creating a dependency.
  ///
  /// A property's setter passes it to `didSet` as `oldValue`. The assignment does not depend on the
  /// old value, so no dependency is recorded.
  @_documentation(visibility: internal)
  public var _$unrecorded: Value { withoutGraphTracking { wrappedValue } }
}
