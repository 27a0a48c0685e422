extension Stored {
  /// What a property's `didSet` is given as its old value: setting a property is no reason to
  /// depend on it.
  public var _$unrecorded: Value { withoutGraphTracking { wrappedValue } }
}
