/// A state with a name and a size, from which a toolkit makes a picture.
///
/// ```swift
/// let narrow = Preview("narrow", width: 320, height: 200) { BookHeader.ViewState(title: "Emma") }
/// ```
@MainActor
public struct Preview<State: ViewStateRepresentable> {
  /// The name of the preview, different from the names of other previews of the view. A toolkit can
  /// use it as a file name.
  public let name: String
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  private let makeState: () -> State

  /// Creates a preview.
  ///
  /// - Parameters:
  ///   - name: The name of the preview.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - state: Returns the state that the preview shows.
  public init(_ name: String, width: Int, height: Int, state: @escaping () -> State) {
    self.name = name
    self.width = width
    self.height = height
    makeState = state
  }

  /// Creates a host that shows the state.
  public func makeHost() -> State.Host { makeState().makeHost() }
}
