#if GTK
/// The link among the arguments of a process.
enum LinkArgument {
  /// Returns the link of the first argument that contains `://`, or nil if no argument does.
  ///
  /// - Throws: `GTKStartError.invalidLink` if this argument is not a link.
  static func link(in arguments: some Sequence<String>) throws(GTKStartError) -> Link? {
    for argument in arguments where argument.contains("://") {
      do throws(LinkError) {
        return try Link(parsing: argument)
      } catch {
        throw .invalidLink(error)
      }
    }
    return nil
  }
}

#endif
