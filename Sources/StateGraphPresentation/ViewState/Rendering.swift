import Logging
import StateGraphCore

private let logger = Logger(label: "stategraph.presentation")

/// Calls `render` of one ``HasViewState`` view when the view's state differs from the rendered
/// state. It never calls `render` of a view inside another `render` of the same view.
@MainActor
public final class Rendering {
  /// The maximum number of consecutive calls of `render` in which a view sets its own state. After
  /// this many calls, the next state is reported to ``reportLoop`` and not rendered.
  public nonisolated static let limit = 100

  /// The number of `render` calls in progress on the main actor. It can exceed 1, because the
  /// `render` of one view can set the state of another view.
  private static var depth = 0

  /// Whether a view is rendering. If true, a toolkit ignores the change signals of its widgets,
  /// because the code of the app causes these changes, not the user.
  public static var isActive: Bool { depth > 0 }

  /// Receives a report if `render` has set the view's own state in ``limit`` consecutive calls. The
  /// default writes an error to the log.
  public var reportLoop: @MainActor (RenderingLoop) -> Void = { logger.error("\($0)") }

  private var rendered: (any ViewStateProtocol)?
  private var isRendering = false
  /// Whether the `render` call in progress has set the state. If true, the new state is rendered
  /// after this call.
  private var isOutdated = false
  private var subscription: AnyCancellable?

  /// Creates the object for one view, which has not rendered a state yet.
  public init() {}

  /// Renders the state of `host`. If `render` sets the state, renders the new state after `render`
  /// has returned. Does nothing if the state equals the rendered one.
  func render<Host: HasViewState>(_ host: Host) {
    if isRendering {
      isOutdated = true
      return
    }
    guard host.isReadyToRender else { return }
    isRendering = true
    Self.depth += 1
    defer {
      Self.depth -= 1
      isRendering = false
    }
    for _ in 0..<Self.limit {
      let state = host.state
      let old = rendered as? Host.ViewState
      if old == state { return }
      rendered = state
      isOutdated = false
      host.render(state: state, oldState: old, animated: old != nil && host.canAnimate)
      if !isOutdated { return }
    }
    if rendered as? Host.ViewState != host.state {
      reportLoop(RenderingLoop(host: "\(Host.self)"))
    }
  }

  /// Sets the state of `host` each time that nodes of the graph change: see
  /// ``HasViewState/follow(_:)``.
  func follow<Host: HasViewState>(
    _ host: Host,
    makeState: @escaping @MainActor () -> Host.ViewState
  ) {
    subscription = nil
    subscription = withGraphEffect { @MainActor [weak host] in
      guard let host else { return }
      let state = makeState()
      withoutGraphTracking { host.state = state }
    }
  }

  func endFollowing() { subscription = nil }
}

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
