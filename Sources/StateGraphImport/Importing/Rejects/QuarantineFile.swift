import Glibc
import StateGraphFormats

/// The file that rejected records are written to, one JSON object on each line.
///
/// Never overwrites what somebody may still want to mend: only a file that is new or empty is used.
final class QuarantineFile {
  let path: String
  private let descriptor: Int32
  private let isNew: Bool
  private var buffer: [UInt8] = []
  /// The bytes in the file, those in the buffer included.
  private(set) var length: Int64
  /// Of these, those about records behind which the import has committed.
  private var keptLength: Int64
  private static let bufferBytes = 64 * 1024

  private init(path: String, descriptor: Int32, isNew: Bool, length: Int64) {
    self.path = path
    self.isNew = isNew
    self.descriptor = descriptor
    self.length = length
    keptLength = length
  }

  /// Of an import that has failed nothing is left that it would write again.
  deinit {
    if isNew, keptLength == 0 { unlink(path) }
    if keptLength < length { _ = ftruncate(descriptor, off_t(keptLength)) }
    close(descriptor)
  }

  /// Opens the file at `path`, which must be new or empty.
  static func create(at path: String) throws(ImportError) -> QuarantineFile {
    guard let file = try open(path) else {
      throw ImportError(
        .cannotCreateOutput,
        "\(path) is there already, and may hold rejects that nobody has mended",
        remedy: "Move it away, or name another file with --quarantine"
      )
    }
    return file
  }

  /// Opens `<database>.rejects.jsonl`, or where that is taken the first free one of
  /// `<database>.rejects.2.jsonl`, `.3.jsonl` and so on.
  static func create(besideDatabase database: String) throws(ImportError) -> QuarantineFile {
    for number in 1..<10_000 {
      let suffix = number == 1 ? "" : ".\(number)"
      if let file = try open("\(database).rejects\(suffix).jsonl") { return file }
    }
    throw ImportError(
      .cannotCreateOutput,
      "there are too many files of rejects beside \(database)",
      remedy: "Remove those that are done with, or name a file with --quarantine"
    )
  }

  /// Opens a file that an interrupted run has written to, and drops what is behind `length`: the
  /// records there are going to be read again. Returns nil where the file is not what was left.
  static func reopen(_ path: String, length: Int64) -> QuarantineFile? {
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
    return QuarantineFile(path: path, descriptor: descriptor, isNew: true, length: length)
  }

  func append(_ line: [UInt8]) throws(ImportError) {
    buffer += line
    length += Int64(line.count)
    if buffer.count >= Self.bufferBytes { try writeBuffer() }
  }

  /// Hands everything to the system, so that it outlives this process. Call before COMMIT.
  func flush() throws(ImportError) {
    try writeBuffer()
    keptLength = length
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
      "the file of rejects \(path) \(what): \(reason)",
      remedy: "Name another file with --quarantine, or use --on-error skip"
    )
  }

  /// Returns nil where the file is not ours to write: it has content, or a living process has it.
  private static func open(_ path: String) throws(ImportError) -> QuarantineFile? {
    // A pipe that nobody reads is refused and not waited for.
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
    return QuarantineFile(path: path, descriptor: descriptor, isNew: isNew, length: 0)
  }
}
