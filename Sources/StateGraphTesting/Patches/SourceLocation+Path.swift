import Testing

extension SourceLocation {
  /// The absolute path of the source file.
  ///
  /// Swift Testing has the path as a documented property since Swift 6.3. Before that, only the
  /// property with the underscore exists.
  var absoluteFilePath: String {
    #if compiler(>=6.3)
    filePath
    #else
    _filePath
    #endif
  }
}
