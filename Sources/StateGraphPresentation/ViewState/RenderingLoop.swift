/// The report that a view has set its own state in ``Rendering/limit`` consecutive calls of its
/// `render`.
public struct RenderingLoop: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the view's class.
  public let host: String

  public var description: String {
    "\(host) has set its own state \(Rendering.limit) times in a row while it was rendered. The "
      + "last state is not shown. Set the state in render(state:oldState:animated:) only to a "
      + "value that differs, and not to one of the values before."
  }
}
