import Foundation

/// File systems that only one child process sees, such as a full disk.
public enum SmallFileSystem {
  /// Whether the system lets a process mount file systems in a namespace of its own.
  public static let canBeMounted: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "unshare -rm mount -t tmpfs none /tmp"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}
