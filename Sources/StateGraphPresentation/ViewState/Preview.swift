/// A view state with a name and a size in pixels, from which a toolkit makes a picture of the view.
///
/// ```swift
/// let narrow = Preview("narrow", width: 320, height: 200) { BookHeader.ViewState(title: "Emma") }
/// ```
@MainActor
public struct Preview<State: ViewStateRepresentable> {
  /// The name of the preview. It must differ from the names of the view's other previews, because a
  /// toolkit can use it as a file name.
  public let name: String
  /// The width of the picture in pixels.
  public let width: Int
  /// The height of the picture in pixels.
  public let height: Int
  private let makeState: () -> State

  /// Creates a preview of the state that `state` returns.
  ///
  /// - Parameters:
  ///   - name: The name of the preview, which no other preview of the view has.
  ///   - width: The width of the picture in pixels.
  ///   - height: The height of the picture in pixels.
  ///   - state: Returns the state that the preview shows.
  public init(_ name: String, width: Int, height: Int, state: @escaping () -> State) {
    self.name = name
    self.width = width
    self.height = height
    makeState = state
  }

  /// Creates the state, and a host (a view or controller) that shows it.
  public func makeHost() -> State.Host { makeState().makeHost() }
}
