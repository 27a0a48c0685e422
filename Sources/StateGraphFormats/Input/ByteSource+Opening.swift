import Glibc

extension ByteSource {
  /// Opens the file at `path`, or standard input when `path` is `-`. Without an `encoding` the
  /// first bytes tell it.
  ///
  /// - Parameter whileWaiting: Called several times a second as long as a pipe or a terminal has
  ///   nothing to read. What it throws ends the reading. Without it a pipe is waited for blindly.
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

  /// Reads from memory, in chunks all the same.
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

  /// - Parameter waitsForWriter: Of a named pipe; its descriptor can else be read where `poll` says
  ///   so.
  private static func open(_ path: String, waitsForWriter: Bool) throws(ImportError) -> Int32 {
    // The kernel would stop at the NUL and open another file than the one that was named.
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

  /// The bytes left in a regular file, nil for anything without a length; refuses a directory.
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
      // A shell may hand over a file that has been read in part.
      let position = max(0, lseek(descriptor, 0, SEEK_CUR))
      return max(0, Int64(status.st_size) - Int64(position))
    default: return nil
    }
  }
}
