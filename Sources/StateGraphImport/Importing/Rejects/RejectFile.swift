import Glibc
import StateGraphFormats

/// The file to which an import writes rejected records, one `RejectLine` for each record.
///
/// The file must be new or empty, so that the rejected records of an earlier import are never
/// overwritten.
///
/// Until the first commit, an empty file only reserves the name. The lines are then in a second
/// file, `<path>.<run>.partial`. If the process dies, nothing of the import is in the database, and
/// the next run of the same import writes these lines again. After the first commit, the second
/// file takes the place of the first one. The checkpoint of that commit contains the path and the
/// length, so that a later run finds the lines under either name.
///
/// This object owns the file descriptors. Only the thread that runs the import uses this object.
final class RejectFile {
  let path: String
  /// The file for lines that are written before the first commit.
  private let partialPath: String
  /// The empty file at `path`. Nil after the first commit of a line.
  private var reservation: LockedFile?
  /// The file with the lines. Nil until the first line is written.
  private var lines: LockedFile?
  /// Whether this import, or the interrupted run that it continues, has created the file. If true
  /// and no line remains in the file, `deinit` deletes the file.
  private let isNew: Bool
  private var buffer: [UInt8] = []
  /// The length of the lines in bytes, including the bytes that are still in the buffer.
  private(set) var length: Int64
  /// The length of the lines that belong to committed transactions.
  private var committedLength: Int64
  private static let bufferBytes = 64 * 1024

  private init(
    path: String,
    run: String,
    reservation: LockedFile?,
    lines: LockedFile?,
    isNew: Bool,
    length: Int64
  ) {
    self.path = path
    partialPath = Self.partialPath(path, run: run)
    self.reservation = reservation
    self.lines = lines
    self.isNew = isNew
    self.length = length
    committedLength = length
  }

  /// Removes the lines after the last commit. If no line remains in a new file, deletes the file.
  deinit {
    if committedLength == 0 {
      if reservation != nil, lines != nil { unlink(partialPath) }
      if isNew { unlink(path) }
    }
    if committedLength < length { _ = lines?.truncate(to: committedLength) }
  }

  private static func partialPath(_ path: String, run: String) -> String {
    "\(path).\(run).partial"
  }

  /// Opens the file at `path`, or creates it.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - run: The fingerprint of the import.
  /// - Throws: An error if the file has content, or if another process has locked it.
  static func create(at path: String, run: String) throws(ImportError) -> RejectFile {
    guard let file = try open(path, run: run) else {
      throw ImportError(
        .cannotCreateOutput,
        "\(path) exists already, and may hold rejects of an earlier import",
        remedy: "Move it away, or name another file with --rejects"
      )
    }
    return file
  }

  /// Creates the reject file `<database>.rejects.jsonl`.
  ///
  /// If that name is taken, tries `<database>.rejects.2.jsonl`, `<database>.rejects.3.jsonl` and
  /// so on.
  static func create(
    besideDatabase database: String,
    run: String
  ) throws(ImportError) -> RejectFile {
    for number in 1..<10_000 {
      let path = RejectFileName.path(besideDatabase: database, number: number)
      if let file = try open(path, run: run) { return file }
    }
    throw ImportError(
      .cannotCreateOutput,
      "there are too many reject files beside \(database)",
      remedy: "Remove those that are not needed any more, or name a file with --rejects"
    )
  }

  /// Opens the reject file of an interrupted run, and removes all bytes after `length`.
  ///
  /// This run reads the records in the removed bytes again. Returns nil if the file is missing,
  /// shorter than `length` or locked by another process.
  static func reopen(_ path: String, length: Int64, run: String) -> RejectFile? {
    var lines: LockedFile?
    do {
      lines = try LockedFile(existing: path)
    } catch {
      guard error.number == ENOENT else { return nil }
    }
    if lines.map({ $0.byteCount == 0 }) ?? true {
      // The process died between the first commit and the renaming of the file, or could not
      // rename it.
      let partialPath = partialPath(path, run: run)
      guard let partial = try? LockedFile(existing: partialPath), partial.byteCount >= length,
        rename(partialPath, path) == 0
      else { return nil }
      lines = partial
    }
    guard let lines, lines.byteCount >= length, lines.truncate(to: length) else { return nil }
    return RejectFile(
      path: path,
      run: run,
      reservation: nil,
      lines: lines,
      isNew: true,
      length: length
    )
  }

  func append(_ line: [UInt8]) throws(ImportError) {
    buffer += line
    length += Int64(line.count)
    if buffer.count >= Self.bufferBytes { try writeBuffer() }
  }

  /// Writes the buffer to the file, so that a crash of this process cannot lose the lines.
  ///
  /// Call this before COMMIT.
  func flush() throws(ImportError) { try writeBuffer() }

  /// Whether the file has lines, and the database has no checkpoint that names the file.
  var isUncommitted: Bool { committedLength == 0 && length > 0 }

  /// Keeps the flushed lines, also if the import fails later.
  ///
  /// Call this after each COMMIT.
  func didCommit() throws(ImportError) {
    committedLength = length
    try takePlace()
  }

  /// Gives the file with the lines its final name, if it has lines.
  ///
  /// Call this before the last COMMIT, which removes the checkpoints: no later run would look for
  /// the lines under their first name.
  func takePlace() throws(ImportError) {
    guard reservation != nil, lines != nil else { return }
    guard rename(partialPath, path) == 0 else {
      throw Self.failure(.outputFailed, path: path, what: "cannot be written", number: errno)
    }
    reservation = nil
  }

  private func writeBuffer() throws(ImportError) {
    guard !buffer.isEmpty else { return }
    let lines = try openedLines()
    if let number = lines.write(buffer) {
      throw Self.failure(.outputFailed, path: path, what: "cannot be written", number: number)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private func openedLines() throws(ImportError) -> LockedFile {
    if let lines { return lines }
    // A file of this name belongs to a run of the same import that died before its first commit.
    unlink(partialPath)
    do {
      let created = try LockedFile(creating: partialPath)
      lines = created
      return created
    } catch {
      throw Self.failure(
        .cannotCreateOutput,
        path: partialPath,
        what: "cannot be created",
        number: error.number
      )
    }
  }

  private static func failure(
    _ code: ImportError.Code,
    path: String,
    what: String,
    number: Int32
  ) -> ImportError {
    let reason = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return ImportError(
      code,
      "the reject file \(path) \(what): \(reason)",
      remedy: "Name another file with --rejects, or use --on-error skip"
    )
  }

  /// Opens or creates the file at `path`.
  ///
  /// Returns nil if the file has content, or if another process has locked it.
  private static func open(_ path: String, run: String) throws(ImportError) -> RejectFile? {
    do {
      let (file, isNew) = try openOrCreate(path)
      guard file.byteCount == 0, file.isAt(path) else { return nil }
      return RejectFile(
        path: path,
        run: run,
        reservation: file,
        lines: nil,
        isNew: isNew,
        length: 0
      )
    } catch {
      if error.number == EWOULDBLOCK || error.number == EEXIST { return nil }
      throw failure(
        .cannotCreateOutput,
        path: path,
        what: "cannot be created",
        number: error.number
      )
    }
  }

  private static func openOrCreate(
    _ path: String
  ) throws(LockedFile.Failure) -> (LockedFile, isNew: Bool) {
    do {
      return (try LockedFile(creating: path), true)
    } catch {
      guard error.number == EEXIST else { throw error }
      return (try LockedFile(existing: path), false)
    }
  }
}

// MARK: - Recognising reject files

extension RejectFile {
  /// Returns whether the file at `path` begins like a reject file.
  ///
  /// Returns false for a pipe, because the first bytes of a pipe can be read only once.
  static func isRejectFile(at path: String) -> Bool {
    var information = stat()
    guard !path.utf8.contains(0), stat(path, &information) == 0,
      information.st_mode & S_IFMT == S_IFREG
    else { return false }
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var prefix = [UInt8](repeating: 0, count: 64)
    let count = prefix.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    let text = prefix.prefix(max(0, count)).filter { !blanks.contains($0) }
    return text.starts(with: "{\"\(RejectLine.Member.reject.rawValue)\":".utf8)
  }
}
