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

extension ViewStateProtocol {
  /// Changes several properties as one change, so that a view that shows this state renders once.
  ///
  /// ```swift
  /// header.state.update {
  ///   $0.title = "Emma"
  ///   $0.count = 3
  /// }
  /// ```
  ///
  /// - Throws: The error of `change`. The state is then as before.
  /// - Returns: The result of `change`.
  @discardableResult
  public mutating func update<Result>(_ change: (inout Self) throws -> Result) rethrows -> Result {
    var new = self
    let result = try change(&new)
    self = new
    return result
  }
}

/// A view or controller that can be created without arguments.
///
/// If a subclass has other initialisers and does not implement `init()`, the compiler reports an
/// error.
@MainActor
public protocol EmptyInitializable: AnyObject {
  /// Creates the object without arguments.
  init()
}

extension HasViewState where Self: EmptyInitializable {
  /// Creates a view that shows `state`. The view renders `state` once, without animation.
  public init(state: ViewState) {
    self.init()
    self.state = state
  }
}
