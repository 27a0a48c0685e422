import StateGraphPresentation

/// A view without widgets. The test says when it is ready and whether it can animate.
///
/// It leaves out a real view's signals, size and animations, and the callbacks by which a toolkit
/// announces that a view is loaded and shown.
@MainActor
class HeadlessView: ViewStateHost, EmptyInitializable {
  let rendering = Rendering()
  var isReadyToRender = true
  var canAnimate = false

  required init() {}
}

/// Records its calls to render.
final class LabelView: HeadlessView, HasViewState {
  struct ViewState: ViewStateProtocol {
    var title = ""
    var count = 0
  }

  struct Call: Equatable {
    let state: ViewState
    let oldState: ViewState?
    let animated: Bool
  }

  @Observed var state: ViewState
  var calls: [Call] = []
  var onRender: (ViewState) -> Void = { _ in }

  var counts: [Int] { calls.map(\.state.count) }

  func render(state: ViewState, oldState: ViewState?, animated: Bool) {
    calls.append(Call(state: state, oldState: oldState, animated: animated))
    onRender(state)
  }
}

extension LabelView.ViewState: ViewStateRepresentable {
  typealias Host = LabelView
}
