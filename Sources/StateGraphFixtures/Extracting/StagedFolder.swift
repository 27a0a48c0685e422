import Glibc
import StateGraphSQLite
import StateGraphTools

/// A folder of new files that appears at its final path either complete or not at all.
///
/// The files are written to a hidden folder beside the final path. ``commit()`` renames the hidden
/// folder. Without a commit, `deinit` removes it.
final class StagedFolder {
  /// The path of the hidden folder.
  let path: String
  /// The final path of the folder, without a slash at its end.
  let target: String
  private let replacesExisting: Bool
  private var isCommitted = false

  /// Creates the hidden folder.
  ///
  /// - Parameters:
  ///   - target: The final path. The parent folder must exist.
  ///   - replacesExisting: Whether the folder may replace an existing folder that contains only
  ///     fixture files.
  /// - Throws: `.cannotCreate` if the folder cannot be created or must not be replaced.
  init(for target: String, replacesExisting: Bool) throws(InspectionError) {
    self.target = target
    self.replacesExisting = replacesExisting
    try Self.checkTarget(target, replacesExisting: replacesExisting)
    let parent = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    path = "\(parent).stategraph-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    guard mkdir(path, 0o777) == 0 else {
      isCommitted = true
      throw InspectionError(
        .cannotCreate,
        "the folder \(target) cannot be created: \(systemMessage(errno))",
        remedy: "Check that its parent folder exists and is writable"
      )
    }
  }

  deinit { if !isCommitted { Self.remove(path) } }

  /// Gives the folder its final name, and removes the folder that it replaces.
  ///
  /// - Throws: `.cannotCreate` or `.outputFailed`. The replaced folder then has its old name again.
  func commit() throws(InspectionError) {
    try Self.checkTarget(target, replacesExisting: replacesExisting)
    // rename itself replaces an empty folder, but fails if the folder contains files.
    if rename(path, target) == 0 {
      isCommitted = true
      return
    }
    guard replacesExisting, errno == ENOTEMPTY || errno == EEXIST else { throw failure() }
    let old = path + "-old"
    guard rename(target, old) == 0 else { throw failure() }
    guard rename(path, target) == 0 else {
      let error = failure()
      _ = rename(old, target)
      throw error
    }
    isCommitted = true
    Self.remove(old)
  }

  /// Creates a new file in the hidden folder. Returns its descriptor, which the caller closes.
  func create(_ name: String) throws(InspectionError) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = Glibc.open(path + "/" + name, flags, 0o666)
    guard descriptor >= 0 else {
      throw InspectionError(
        .cannotCreate,
        "\(target)/\(name) cannot be created: \(systemMessage(errno))"
      )
    }
    return descriptor
  }

  private func failure() -> InspectionError {
    InspectionError(
      errno == ENOSPC || errno == EIO ? .outputFailed : .cannotCreate,
      "\(target) cannot be created: \(systemMessage(errno))"
    )
  }

  private static func checkTarget(
    _ target: String,
    replacesExisting: Bool
  ) throws(InspectionError) {
    var status = stat()
    guard lstat(target, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw InspectionError(
        .cannotCreate,
        "\(target) exists and is no folder",
        remedy: "Choose another name"
      )
    }
    let names = FileBytes.names(inFolder: target) ?? []
    guard !names.isEmpty else { return }
    guard replacesExisting else {
      throw InspectionError(
        .cannotCreate,
        "the folder \(target) exists already",
        remedy: "Choose another name, or pass --force to replace it"
      )
    }
    if let other = names.sorted().first(where: { !$0.hasSuffix(".jsonl") && !$0.hasSuffix(".sql") })
    {
      throw InspectionError(
        .cannotCreate,
        "the folder \(target) contains \(other), which no extraction has written",
        remedy: "Move it to another place, or choose another name"
      )
    }
  }

  private static func remove(_ path: String) {
    for name in FileBytes.names(inFolder: path) ?? [] { unlink(path + "/" + name) }
    rmdir(path)
  }
}
