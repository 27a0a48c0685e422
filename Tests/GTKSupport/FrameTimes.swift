#if GTK
import CStateGraphGTK
import StateGraphGTK

/// Records when GTK draws the frames of a window, and makes it draw them without a pause.
@MainActor
public final class FrameTimes {
  private let start = ContinuousClock.now
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

  /// Ends the recording. Returns the number of frames in a second, and the longest time without a
  /// frame. Both count from the beginning to the end of the recording.
  public func end() -> (perSecond: Double, longest: Duration) {
    isRunning = false
    let end = ContinuousClock.now
    let gaps = zip([start] + frames, frames + [end]).map { $0.duration(to: $1) }
    return (Double(frames.count) / (start.duration(to: end) / .seconds(1)), gaps.max() ?? .zero)
  }
}

#endif
