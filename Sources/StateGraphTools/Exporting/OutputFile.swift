import Glibc
import StateGraphSQLite

/// A file that is there whole or not at all: written under another name beside its own, flushed to
/// the disk, and then given its name.
///
/// What is there already and is no file, such as a pipe or a terminal, is written as it is.
final class OutputFile {
  let path: String
  let output: ByteOutput
  private let target: String
  private let descriptor: Int32
  private let replacesExisting: Bool
  /// Nil where there is nothing to rename, or no longer.
  private var partialPath: String?

  /// - Throws: `.cannotCreate` where a file is there that may not be replaced, or none can be made.
  init(path: String, replacesExisting: Bool) throws(LookingError) {
    self.path = path
    self.replacesExisting = replacesExisting
    var information = stat()
    let exists = stat(path, &information) == 0
    if exists, information.st_mode & S_IFMT != S_IFREG {
      descriptor = try Self.open(path, information)
      target = path
      output = ByteOutput(descriptor: descriptor, name: path)
      return
    }
    if exists, !replacesExisting { throw Self.exists(path) }
    // A symbolic link goes on leading to the file that it leads to.
    let target = exists ? Self.resolved(path) : path
    self.target = target
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    let partial = "\(folder).stategraph-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    descriptor = Glibc.open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw LookingError(
        .cannotCreate,
        "\(path) cannot be created: \(systemMessage(errno))",
        remedy: "Check its folder"
      )
    }
    if exists { fchmod(descriptor, information.st_mode & 0o777) }
    partialPath = partial
    output = ByteOutput(descriptor: descriptor, name: path)
  }

  deinit {
    if let partialPath { unlink(partialPath) }
    close(descriptor)
  }

  /// Makes the file be there.
  func commit() throws(LookingError) {
    try output.flush()
    guard let partialPath else { return }
    guard fsync(descriptor) == 0 else { throw failure("flushed") }
    if replacesExisting {
      guard rename(partialPath, target) == 0 else { throw failure("given its name") }
      self.partialPath = nil
    } else {
      // Unlike a rename, a link does not replace what somebody put there meanwhile.
      guard link(partialPath, target) == 0 else {
        throw errno == EEXIST ? Self.exists(path) : failure("given its name")
      }
    }
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func open(_ path: String, _ information: stat) throws(LookingError) -> Int32 {
    let descriptor =
      information.st_mode & S_IFMT == S_IFDIR ? -1 : Glibc.open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let reason =
        information.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : systemMessage(errno)
      throw LookingError(.cannotCreate, "\(path) cannot be written: \(reason)")
    }
    return descriptor
  }

  private static func exists(_ path: String) -> LookingError {
    LookingError(
      .cannotCreate,
      "there is a file at \(path) already",
      remedy: "Choose another name, or pass --force to replace it"
    )
  }

  private func failure(_ what: String) -> LookingError {
    LookingError(
      errno == ENOSPC || errno == EIO ? .outputFailed : .cannotCreate,
      "\(path) cannot be \(what): \(systemMessage(errno))"
    )
  }
}
