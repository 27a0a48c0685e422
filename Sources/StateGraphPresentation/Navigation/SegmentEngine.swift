import StateGraphCore

/// Makes a presenter show the segments that are active, and sends the actions of gestures.
///
/// It looks at the state in a job of the main actor after a change. ``SegmentLayer``, a value,
/// decides what to show and what to send.
@MainActor
final class SegmentEngine<ID: Hashable & Sendable>: NavigationEngine {
  private let root: ActiveSegment<ID>
  private weak var presenter: (any NavigationPresenter)?
  private let makeDismissal: (ID) -> (() -> Void)?
  private var subscription: AnyCancellable?
  private var layer: SegmentLayer<ID>
  private var shown: NavigationStack?
  /// The segments and alerts for which a gesture has sent an action since the last look at the
  /// state.
  private var asked: Set<NavigationItemID> = []
  /// Counts the gestures that have sent an action. After each of them the state is shown again.
  private let gestures = Stored(wrappedValue: 0, name: "gestures")

  /// - Parameter makeDismissal: Returns what sends the dismiss action of a segment; nil if there is
  ///   none.
  init(
    root: NavSegment<ID>,
    presenter: any NavigationPresenter,
    makeDismissal: @escaping (ID) -> (() -> Void)?
  ) {
    self.root = ActiveSegment(root)
    self.presenter = presenter
    self.makeDismissal = makeDismissal
    layer = SegmentLayer(id: .make(), segments: [])
  }

  /// Shows the first stack, and then follows the state.
  func begin() {
    subscription = withGraphEffect { @MainActor [weak self] in self?.update() }
  }

  func cancel() {
    subscription = nil
    presenter = nil
  }

  private func update() {
    _ = gestures.wrappedValue
    var removed: [ID] = []
    root.update(&removed)
    withoutGraphTracking {
      layer.segments = root.outlines { makeDismissal($0) != nil }
      let stack = layer.stack
      let isAnswer = !asked.isEmpty
      asked = []
      if stack != shown || isAnswer {
        let isFirst = shown == nil
        shown = stack
        presenter?.show(stack, animated: !isFirst)
      }
      for id in removed { makeDismissal(id)?() }
    }
  }

  func handle(_ gesture: NavigationGesture) -> Bool {
    guard presenter != nil else { return false }
    switch layer.request(of: gesture) {
    case nil: return false
    case .leave(let segments):
      let news = segments.filter { asked.insert($0.number).inserted }
      if news.isEmpty { return false }
      // After the actions, so that a machine that has a job for them comes first.
      defer { gestures.wrappedValue += 1 }
      for segment in news where presenter != nil { makeDismissal(segment.id)?() }
      return true
    case .press(let button, let alert):
      guard let action = root.action(of: button, in: alert), asked.insert(alert).inserted else {
        return false
      }
      action()
      gestures.wrappedValue += 1
      return true
    }
  }
}
