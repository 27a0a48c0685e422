#if GTK
import Dispatch

/// Simulates the keyboard and the mouse of the display with the program `xdotool`.
public enum InputDevice {
  /// Runs `xdotool` with these arguments, and returns when it has ended. GTK's loop continues
  /// meanwhile.
  ///
  /// - Throws: ``TestDisplayError`` if `xdotool` does not start or fails.
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
