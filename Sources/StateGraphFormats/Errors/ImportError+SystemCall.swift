import Glibc

extension ImportError {
  package init(errno number: Int32, opening name: String) {
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
