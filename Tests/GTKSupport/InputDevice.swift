#if GTK
import Dispatch

/// The keyboard and the mouse of the display, by xdotool.
public enum InputDevice {
  /// Runs xdotool, and returns when it has ended. The loop goes on meanwhile.
  ///
  /// - Throws: ``TestDisplayError`` if it does not start or fails.
  public static func perform(_ words: String...) async throws { try await perform(words) }

  static func perform(_ words: [String]) async throws {
    let child = try ChildProcess.start(["xdotool"] + words)
    let code = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: ChildProcess.wait(for: child)) }
    }
    guard code == 0 else { throw TestDisplayError.failed("xdotool", exitCode: code) }
  }
}

#endif
