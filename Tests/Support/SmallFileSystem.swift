import Foundation

/// File systems that only one child process sees, such as a full disk.
public enum SmallFileSystem {
  /// Why a test that mounts a file system is skipped. The report of the tests shows it.
  public static let reason =
    "the kernel refuses `unshare -rm`, as in a container without the right to mount"

  /// Whether the system lets a process mount file systems in a namespace of its own. Also true if
  /// the tool is missing, so that the tests which need it fail.
  ///
  /// The default settings of Docker and Podman refuse it. No package that a developer could install
  /// changes this.
  public static let canBeMounted: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "unshare -rm mount -t tmpfs none /tmp"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    // The shell exits with 127 if it does not find the tool.
    return [0, 127].contains(process.terminationStatus)
  }()
}
