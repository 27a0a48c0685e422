/// The part of a view that changes, as a value. It has a default for every property.
///
/// ```swift
/// struct ViewState: ViewStateProtocol {
///   var title = ""
///   var count = 0
/// }
/// ```
public protocol ViewStateProtocol: Equatable {
  /// Creates the state that a view shows before it gets another one.
  init()
}
