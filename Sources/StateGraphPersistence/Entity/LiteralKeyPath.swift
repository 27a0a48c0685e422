extension AnyKeyPath {
  /// This key path for any thread. A macro must have written it as a literal without subscripts.
  ///
  /// The functions that macros call take key paths that are not `Sendable`: in Swift 5 mode with
  /// complete checking, the compiler gives no literal a `Sendable` type, and would warn in the
  /// expansion.
  var literal: any AnyKeyPath & Sendable {
    // SAFETY: a key path is immutable, and only an argument of a subscript would be shared with it.
    // `Sendable` has no representation, so both types have the same layout.
    unsafeBitCast(self, to: (any AnyKeyPath & Sendable).self)
  }
}
