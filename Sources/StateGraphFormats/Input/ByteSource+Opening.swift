import Glibc

extension ByteSource {
  /// Opens the file at `path`, or standard input if `path` is `-`.
  ///
  /// - Parameters:
  ///   - path: The path of the file, or `-`.
  ///   - encoding: The encoding. If nil, the first bytes determine the encoding.
  ///   - chunkBytes: The number of bytes to read at once.
  ///   - maximumFieldBytes: The largest length of a field, string or record, in bytes.
  ///   - whileWaiting: A function that is called several times a second while a pipe or a
  ///     terminal has no bytes to read. If the function throws, reading ends with its error. If
  ///     nil, reading blocks until bytes arrive.
  /// - Throws: If the file cannot be opened, is a directory, or has an unsupported encoding.
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

  /// Creates a source that reads `bytes` in chunks, as if they were the content of a file.
  ///
  /// - Parameter name: The file name for error messages.
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

  /// Opens the file at `path` and returns its descriptor, which the caller must close.
  ///
  /// - Parameter waitsForWriter: Whether opening a named pipe waits until another process opens the
  ///   pipe for writing. If false, the caller must wait with `poll` before it reads.
  private static func open(_ path: String, waitsForWriter: Bool) throws(ImportError) -> Int32 {
    // C strings end at a NUL byte. The C function `open` would therefore open a file whose path
    // ends before the NUL.
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

  /// Returns the number of bytes from the position of the descriptor to the end of its file.
  ///
  /// Returns nil for an input without a length, such as a pipe.
  ///
  /// - Throws: If the descriptor is open on a directory.
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
      // The descriptor may be inherited from a shell, where another program has already read its
      // first bytes.
      let position = max(0, lseek(descriptor, 0, SEEK_CUR))
      return max(0, Int64(status.st_size) - Int64(position))
    default: return nil
    }
  }
}
