#if GTK
import CStateGraphGTK
import StateGraphGTK

/// Records when GTK draws the frames of a window, and makes it draw them without a pause.
@MainActor
public final class FrameTimes {
  private var frames: [ContinuousClock.Instant] = []
  private var isRunning = true

  /// Begins to record.
  public init(of window: TestWindow) {
    let action = LoopAction { [weak self] in
      guard let self, isRunning else { return false }
      frames.append(.now)
      return true
    }
    stategraph_gtk_before_frames(
      window.root,
      LoopAction.perform,
      action.retained,
      LoopAction.release
    )
  }

  /// Ends the recording. Returns the number of frames in a second, and the longest time between two
  /// of them.
  public func end() -> (perSecond: Double, longest: Duration) {
    isRunning = false
    guard let first = frames.first, let last = frames.last, first < last else { return (0, .zero) }
    let seconds = first.duration(to: last) / .seconds(1)
    let gaps = zip(frames, frames.dropFirst()).map { $0.duration(to: $1) }
    return (Double(frames.count - 1) / seconds, gaps.max() ?? .zero)
  }
}

#endif
