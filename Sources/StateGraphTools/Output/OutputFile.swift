import Glibc
import StateGraphSQLite

/// An output file that appears under its name either complete or not at all.
///
/// The file first gets a temporary name in the same folder. When all bytes are written,
/// ``commit()`` flushes it to the disk and renames it. If the path is that of a pipe, a terminal or
/// another device, the bytes are written directly.
final class OutputFile {
  let path: String
  let output: ByteOutput
  private let target: String
  private let descriptor: Int32
  private let replacesExisting: Bool
  /// The path of the temporary file, which `deinit` deletes, or nil for a device, and after the
  /// temporary file was renamed.
  private var partialPath: String?

  /// Creates the temporary file, or opens the device at `path`.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - replacesExisting: Whether to replace an existing file at `path`.
  /// - Throws: ``InspectionError`` with the code `.cannotCreate` if the file cannot be created, or
  ///   if it exists and `replacesExisting` is false.
  init(path: String, replacesExisting: Bool) throws(InspectionError) {
    self.path = path
    self.replacesExisting = replacesExisting
    var information = stat()
    let exists = stat(path, &information) == 0
    if exists, information.st_mode & S_IFMT != S_IFREG {
      descriptor = try Self.open(path, information: information)
      target = path
      output = ByteOutput(descriptor: descriptor, name: path)
      return
    }
    if exists, !replacesExisting { throw Self.exists(path) }
    // If the path is a symbolic link, the output replaces the file to which the link leads. The
    // link stays.
    let target = exists ? Self.resolved(path) : path
    self.target = target
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    let partial = "\(folder).stategraph-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    descriptor = Glibc.open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw InspectionError(
        .cannotCreate,
        "\(path) cannot be created: \(systemMessage(errno))",
        remedy: "Check that its folder exists and is writable"
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

  /// Flushes the file to the disk and gives it its final name. The caller must call this function
  /// after the last append; otherwise the file is deleted.
  ///
  /// - Throws: ``InspectionError`` with the code `.cannotCreate` if another process has created a
  ///   file with this name and `replacesExisting` is false.
  func commit() throws(InspectionError) {
    try output.flush()
    guard let partialPath else { return }
    guard fsync(descriptor) == 0 else { throw failure("flushed to the disk") }
    if replacesExisting {
      guard rename(partialPath, target) == 0 else { throw failure("renamed") }
      self.partialPath = nil
    } else {
      // If another process has created a file at this path, `link` fails. `rename` would replace
      // that file.
      guard link(partialPath, target) == 0 else {
        throw errno == EEXIST ? Self.exists(path) : failure("renamed")
      }
    }
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func open(_ path: String, information: stat) throws(InspectionError) -> Int32 {
    let descriptor =
      information.st_mode & S_IFMT == S_IFDIR ? -1 : Glibc.open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let reason =
        information.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : systemMessage(errno)
      throw InspectionError(.cannotCreate, "\(path) cannot be written: \(reason)")
    }
    return descriptor
  }

  private static func exists(_ path: String) -> InspectionError {
    InspectionError(
      .cannotCreate,
      "\(path) exists already",
      remedy: "Choose another name, or pass --force to replace it"
    )
  }

  private func failure(_ action: String) -> InspectionError {
    InspectionError(
      errno == ENOSPC || errno == EIO ? .outputFailed : .cannotCreate,
      "\(path) cannot be \(action): \(systemMessage(errno))"
    )
  }
}
