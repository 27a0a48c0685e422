#if GTK
import CStateGraphGTK
import StateGraphGTK

/// Waits until GTK has drawn a certain number of frames of a widget.
@MainActor
enum FrameCount {
  static func wait(for count: Int, of widget: UnsafeMutableRawPointer) async {
    await withCheckedContinuation { continuation in
      let frames = FramesLeft(count)
      let action = LoopAction {
        frames.count -= 1
        if frames.count == 0 { continuation.resume() }
        return frames.count > 0
      }
      stategraph_gtk_before_frames(
        widget,
        LoopAction.perform,
        action.retained,
        LoopAction.release
      )
    }
  }
}

@MainActor
private final class FramesLeft {
  var count: Int
  init(_ count: Int) { self.count = count }
}

#endif
