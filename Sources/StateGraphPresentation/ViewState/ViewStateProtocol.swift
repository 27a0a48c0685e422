/// The part of a view that changes, as a value. Each property has a default value.
///
/// ```swift
/// struct ViewState: ViewStateProtocol {
///   var title = ""
///   var count = 0
/// }
/// ```
public protocol ViewStateProtocol: Equatable {
  /// Creates the state that a view shows until its state is first set.
  init()
}
