import Glibc
import StateGraphFormats

/// The file to which an import writes rejected records, one `RejectLine` for each record.
///
/// The file must be new or empty, so that the rejected records of an earlier import are never
/// overwritten. This object owns the file descriptor. Only the thread that runs the import uses
/// this object.
final class RejectFile {
  let path: String
  private let descriptor: Int32
  /// Whether this import, or the interrupted run that it continues, has created the file. If true
  /// and no line remains in the file, `deinit` deletes the file.
  private let isNew: Bool
  private var buffer: [UInt8] = []
  /// The length of the file in bytes, including the bytes that are still in the buffer.
  private(set) var length: Int64
  /// The length of the file at the last call of `flush`, which precedes each commit.
  private var flushedLength: Int64
  private static let bufferBytes = 64 * 1024

  private init(path: String, descriptor: Int32, isNew: Bool, length: Int64) {
    self.path = path
    self.isNew = isNew
    self.descriptor = descriptor
    self.length = length
    flushedLength = length
  }

  /// Removes the lines after the last flush, because their records were not committed.
  ///
  /// If no line remains in a new file, the file is deleted.
  deinit {
    if isNew, flushedLength == 0 { unlink(path) }
    if flushedLength < length { _ = ftruncate(descriptor, off_t(flushedLength)) }
    // The lock is released before the descriptor is closed, because a process that another thread
    // starts has a copy of the descriptor, and so keeps the lock, until it runs its program.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Opens the file at `path`, or creates it.
  ///
  /// - Throws: An error if the file has content, or if another process has locked it.
  static func create(at path: String) throws(ImportError) -> RejectFile {
    guard let file = try open(path) else {
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
  static func create(besideDatabase database: String) throws(ImportError) -> RejectFile {
    for number in 1..<10_000 {
      let path = RejectFileName.path(besideDatabase: database, number: number)
      if let file = try open(path) { return file }
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
  static func reopen(_ path: String, length: Int64) -> RejectFile? {
    let descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
      Int64(information.st_size) >= length, flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      ftruncate(descriptor, off_t(length)) == 0, lseek(descriptor, 0, SEEK_END) >= 0
    else {
      close(descriptor)
      return nil
    }
    return RejectFile(path: path, descriptor: descriptor, isNew: true, length: length)
  }

  func append(_ line: [UInt8]) throws(ImportError) {
    buffer += line
    length += Int64(line.count)
    if buffer.count >= Self.bufferBytes { try writeBuffer() }
  }

  /// Writes the buffer to the file, so that a crash of this process cannot lose the lines.
  ///
  /// Call this before COMMIT.
  func flush() throws(ImportError) {
    try writeBuffer()
    flushedLength = length
  }

  private func writeBuffer() throws(ImportError) {
    var start = 0
    while start < buffer.count {
      let count = buffer.withUnsafeBytes {
        write(descriptor, $0.baseAddress.map { $0 + start }, buffer.count - start)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw Self.failure(.outputFailed, path, "cannot be written", errno)
      }
      start += count
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private static func failure(
    _ code: ImportError.Code,
    _ path: String,
    _ what: String,
    _ number: Int32
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
  private static func open(_ path: String) throws(ImportError) -> RejectFile? {
    // With O_NONBLOCK, opening a named pipe that no process reads fails at once. Otherwise the call
    // would wait for a reader.
    let flags = O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var descriptor = Glibc.open(path, flags | O_CREAT | O_EXCL, 0o600)
    let isNew = descriptor >= 0
    if !isNew, errno == EEXIST { descriptor = Glibc.open(path, flags) }
    guard descriptor >= 0 else {
      throw failure(.cannotCreateOutput, path, "cannot be created", errno)
    }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
      information.st_size == 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else {
      close(descriptor)
      return nil
    }
    return RejectFile(path: path, descriptor: descriptor, isNew: isNew, length: 0)
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
