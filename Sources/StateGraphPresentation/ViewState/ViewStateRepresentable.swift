/// A view state that names the class that shows it, so that a toolkit can create a view from the
/// state.
///
/// ```swift
/// extension BookHeader.ViewState: ViewStateRepresentable {
///   typealias Host = BookHeader
/// }
/// ```
///
/// The toolkit shows the host among its other views. It keeps the host while the state changes.
@MainActor
public protocol ViewStateRepresentable: ViewStateProtocol {
  /// The class that shows the state.
  associatedtype Host: HasViewState where Host.ViewState == Self

  /// Creates a host that shows this state.
  func makeHost() -> Host

  /// Shows this state in `host`, in place of the previous state.
  func updateHost(_ host: Host)
}

extension ViewStateRepresentable where Host: EmptyInitializable {
  /// Creates a host with its empty initialiser, and sets its state.
  public func makeHost() -> Host { Host(state: self) }
}

extension ViewStateRepresentable {
  /// Sets the state of the host.
  public func updateHost(_ host: Host) { host.state = self }
}
