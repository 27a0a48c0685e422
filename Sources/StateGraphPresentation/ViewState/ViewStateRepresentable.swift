/// A state that a toolkit can show as a view of its own, because the state knows its host.
///
/// ```swift
/// extension BookHeader.ViewState: ViewStateRepresentable {
///   typealias Host = BookHeader
/// }
/// ```
///
/// A toolkit shows the host where it shows its other views, and keeps it while the state changes.
@MainActor
public protocol ViewStateRepresentable: ViewStateProtocol {
  /// What shows the state.
  associatedtype Host: HasViewState where Host.ViewState == Self

  /// Creates what shows this state.
  func makeHost() -> Host

  /// Shows this state in `host`, which has shown another one.
  func updateHost(_ host: Host)
}

extension ViewStateRepresentable where Host: EmptyInitializable {
  /// Creates a host by its empty initialiser.
  public func makeHost() -> Host { Host(state: self) }
}

extension ViewStateRepresentable {
  /// Sets the state of the host.
  public func updateHost(_ host: Host) { host.state = self }
}
