import Glibc

/// The files of a directory, as bytes.
struct FileContents: Equatable {
  var files: [String: [UInt8]] = [:]

  init() {}

  init(of directory: String, where isWanted: (String) -> Bool = { _ in true }) throws {
    for name in try Directory.names(in: directory) where isWanted(name) {
      files[name] = try FileContents.read(directory + "/" + name)
    }
  }

  /// Makes the directory hold exactly these files.
  func replace(_ directory: String) throws {
    for name in try Directory.names(in: directory) where files[name] == nil {
      unlink(directory + "/" + name)
    }
    for (name, bytes) in files { try FileContents.write(bytes, to: directory + "/" + name) }
  }

  static func read(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Violation("cannot open \(path): errno \(errno)") }
    defer { Glibc.close(descriptor) }
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw Violation("cannot read \(path)") }
    let size = Int(information.st_size)
    return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let result = Glibc.read(descriptor, buffer.baseAddress! + count, size - count)
        guard result > 0 else { throw Violation("cannot read \(path): errno \(errno)") }
        count += result
      }
    }
  }

  /// Reads a file whose length the system does not report, up to 4,096 bytes.
  static func readAll(_ path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Violation("cannot open \(path): errno \(errno)") }
    defer { Glibc.close(descriptor) }
    var chunk = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(descriptor, &chunk, chunk.count)
    return Array(chunk.prefix(max(0, count)))
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    // A new file replaces the old one, so that processes with the old file open keep its content.
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Violation("cannot create \(path): errno \(errno)") }
    defer { Glibc.close(descriptor) }
    try bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let result = Glibc.write(
          descriptor,
          buffer.baseAddress! + written,
          buffer.count - written
        )
        guard result > 0 else { throw Violation("cannot write \(path): errno \(errno)") }
        written += result
      }
    }
  }
}

enum Directory {
  static func names(in directory: String) throws -> [String] {
    guard let stream = opendir(directory) else {
      throw Violation("cannot list \(directory): errno \(errno)")
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Creates a temporary directory. Without a parent, it is in memory if the system has a file
  /// system in memory.
  static func makeTemporary(in parent: String?) throws -> String {
    let parent = parent ?? (access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")
    var template = Array("\(parent)/stategraph-reliability-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Violation("cannot create a directory in \(parent): errno \(errno)")
    }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  static func make(_ path: String) throws -> String {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw Violation("cannot create \(path): errno \(errno)")
    }
    return path
  }

  /// Removes a directory with its contents.
  static func remove(_ path: String) {
    for name in (try? names(in: path)) ?? [] {
      let inner = path + "/" + name
      if unlink(inner) != 0 { remove(inner) }
    }
    rmdir(path)
  }

  /// The number of descriptors that this process has open.
  static var openDescriptorCount: Int { ((try? names(in: "/proc/self/fd")) ?? []).count }
}
