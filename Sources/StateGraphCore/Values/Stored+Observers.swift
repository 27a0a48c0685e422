extension Stored {
  /// The value for the `oldValue` of a property's `didSet`. Reading it creates no dependency,
  /// because a set is not a read.
  @_documentation(visibility: internal)
  public var _$unrecorded: Value { withoutGraphTracking { wrappedValue } }
}
