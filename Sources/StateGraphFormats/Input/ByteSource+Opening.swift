import Glibc

extension ByteSource {
  /// Opens the file at `path`, or standard input if `path` is `-`.
  ///
  /// - Parameters:
  ///   - path: The path, or `-`.
  ///   - encoding: The encoding, or nil to determine it from the first bytes.
  ///   - chunkBytes: The number of bytes to read at once.
  ///   - maximumFieldBytes: The longest field, string or record, in bytes.
  ///   - whileWaiting: Called several times a second while a pipe or a terminal has no bytes to
  ///     read. An error that it throws ends the reading. Without this function, reading blocks
  ///     until bytes arrive.
  package convenience init(
    path: String,
    encoding: TextEncoding? = nil,
    chunkBytes: Int = defaultChunkBytes,
    maximumFieldBytes: Int = defaultMaximumFieldBytes,
    whileWaiting: InputWaiting? = nil
  ) throws(ImportError) {
    let isStandardInput = path == "-"
    let name = isStandardInput ? "<standard input>" : path
    let descriptor =
      isStandardInput ? STDIN_FILENO : try Self.open(path, waitsForWriter: whileWaiting == nil)
    let input = DescriptorInput(
      descriptor: descriptor,
      closesDescriptor: !isStandardInput,
      name: name,
      whileWaiting: whileWaiting
    )
    let totalBytes = try Self.remainingBytes(of: descriptor, name: name)
    try self.init(
      try InputLayers(over: input, name: name, encoding: encoding),
      name: name,
      totalBytes: totalBytes,
      chunkBytes: chunkBytes,
      maximumFieldBytes: maximumFieldBytes
    )
  }

  /// Creates a source that reads bytes in memory, in chunks as if they were a file.
  package convenience init(
    bytes: [UInt8],
    name: String,
    encoding: TextEncoding? = nil,
    chunkBytes: Int = defaultChunkBytes,
    maximumFieldBytes: Int = defaultMaximumFieldBytes
  ) throws(ImportError) {
    try self.init(
      try InputLayers(over: MemoryInput(bytes), name: name, encoding: encoding),
      name: name,
      totalBytes: Int64(bytes.count),
      chunkBytes: chunkBytes,
      maximumFieldBytes: maximumFieldBytes
    )
  }

  /// Opens the file at `path` and returns its descriptor.
  ///
  /// - Parameter waitsForWriter: Whether opening a named pipe waits until another process opens it
  ///   for writing. If not, `poll` later tells when the pipe has bytes.
  private static func open(_ path: String, waitsForWriter: Bool) throws(ImportError) -> Int32 {
    // The C function `open` would end the name at the NUL byte and open a different file.
    guard !path.utf8.contains(0) else {
      throw ImportError(.inputMissing, "the input name contains a NUL byte")
    }
    while true {
      let mode = O_RDONLY | O_CLOEXEC | (waitsForWriter ? 0 : O_NONBLOCK)
      let descriptor = Glibc.open(path, mode)
      if descriptor >= 0 {
        if !waitsForWriter { _ = fcntl(descriptor, F_SETFL, O_RDONLY) }
        return descriptor
      }
      let number = errno
      if number != EINTR { throw ImportError(errno: number, opening: path) }
    }
  }

  /// Returns the number of unread bytes of a regular file, or nil for an input without a length,
  /// such as a pipe.
  ///
  /// - Throws: If the descriptor belongs to a directory.
  private static func remainingBytes(
    of descriptor: Int32,
    name: String
  ) throws(ImportError) -> Int64? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw ImportError(errno: errno, opening: name)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw ImportError(errno: EISDIR, opening: name)
    case S_IFREG:
      // A shell may pass a descriptor of which another program has already read the first bytes.
      let position = max(0, lseek(descriptor, 0, SEEK_CUR))
      return max(0, Int64(status.st_size) - Int64(position))
    default: return nil
    }
  }
}
