/// A view state that names the view class which shows it. A toolkit can therefore create the view
/// from the state alone.
///
/// ```swift
/// extension BookHeader.ViewState: ViewStateRepresentable {
///   typealias Host = BookHeader
/// }
/// ```
///
/// The toolkit shows this view (the host) among its other views. When the state changes, the
/// toolkit keeps the host and updates it.
@MainActor
public protocol ViewStateRepresentable: ViewStateProtocol {
  /// The view class that shows the state.
  associatedtype Host: HasViewState where Host.ViewState == Self

  /// Creates a view that shows this state.
  func makeHost() -> Host

  /// Makes `host` show this state in place of its previous state.
  func updateHost(_ host: Host)
}

extension ViewStateRepresentable where Host: EmptyInitializable {
  /// Creates a host with its empty initialiser, and sets the state of the host to this state.
  public func makeHost() -> Host { Host(state: self) }
}

extension ViewStateRepresentable {
  /// Sets the state of `host` to this state.
  public func updateHost(_ host: Host) { host.state = self }
}
