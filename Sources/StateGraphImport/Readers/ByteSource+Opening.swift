import Glibc

extension ByteSource {
  /// Opens the file at `path`, or standard input when `path` is `-`. Without an `encoding` the
  /// first bytes tell it.
  package convenience init(
    path: String,
    encoding: TextEncoding? = nil,
    chunkBytes: Int = defaultChunkBytes,
    maximumFieldBytes: Int = defaultMaximumFieldBytes
  ) throws(ImportError) {
    let isStandardInput = path == "-"
    let name = isStandardInput ? "<standard input>" : path
    let descriptor = isStandardInput ? STDIN_FILENO : try Self.open(path)
    let input = DescriptorInput(
      descriptor: descriptor,
      closesDescriptor: !isStandardInput,
      name: name
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

  private static func open(_ path: String) throws(ImportError) -> Int32 {
    // The kernel would stop at the NUL and open another file than the one that was named.
    guard !path.utf8.contains(0) else {
      throw ImportError(.inputMissing, "the input name contains a NUL byte")
    }
    while true {
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
      if descriptor >= 0 { return descriptor }
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

extension ImportError {
  init(errno number: Int32, opening name: String) {
    switch number {
    case ENOENT, ENOTDIR:
      self.init(.inputMissing, "\(name): no such file", remedy: "Check the path")
    case EISDIR:
      self.init(.inputIsDirectory, "\(name): is a directory", remedy: "Name a file in it")
    case EACCES, EPERM:
      self.init(
        .permissionDenied,
        "\(name): permission denied",
        remedy: "Make the file readable for this user"
      )
    default:
      let reason = strerror(number).map { String(cString: $0) } ?? "error \(number)"
      self.init(.unreadableInput, "\(name): cannot be read: \(reason)")
    }
  }
}
