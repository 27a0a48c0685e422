import Foundation

/// Copies of all descriptors that this process has of one file.
///
/// A process that another thread starts has such copies until it runs its program. A lock that
/// belongs to an open file description, as that of flock(2), does not end while a copy is open,
/// unless it is released.
public final class DescriptorCopies {
  private let descriptors: [Int32]
  public var count: Int { descriptors.count }

  /// - Parameter path: The path of the file, without symbolic links.
  public init(of path: String) throws {
    let folder = "/proc/self/fd/"
    descriptors = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
      let file = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + name)
      guard file == path, let descriptor = Int32(name) else { return nil }
      let copy = dup(descriptor)
      _ = fcntl(copy, F_SETFD, FD_CLOEXEC)
      return copy
    }
  }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }
}
