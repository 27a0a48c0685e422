import ArgumentParser

/// The option with which a command changes a file that another program made, according to the
/// application id in its header.
struct AnyApplicationOption: ParsableArguments {
  @Flag(help: "Change the file although its application id is that of another program.")
  var anyApplication = false

  /// The advice for a file that is refused without the option.
  static let remedy =
    "Check the path, or pass --any-application to change the file of that program."
}
