/// The part of a view that can change, as a value. Each property has a default value.
///
/// ```swift
/// struct ViewState: ViewStateProtocol {
///   var title = ""
///   var count = 0
/// }
/// ```
public protocol ViewStateProtocol: Equatable {
  /// Creates the state that a view shows until the state is set for the first time.
  init()
}
