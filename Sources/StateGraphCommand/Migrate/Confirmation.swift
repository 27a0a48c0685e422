import ArgumentParser
import Glibc

/// The confirmation of a change that cannot be undone, by an answer on a terminal or by an option.
struct Confirmation: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false

  @Flag(name: .customLong("no-input"), help: "Never ask; fail if a confirmation is needed.")
  var isSilent = false

  /// Returns if the user confirms.
  ///
  /// - Throws: ``CommandFailure`` after any other answer, and without a terminal to ask on.
  func require(_ question: String) throws(CommandFailure) {
    if yes { return }
    guard !isSilent, isatty(STDIN_FILENO) == 1, StandardStream.error.isTerminal else {
      throw CommandFailure(
        "\(question) Nothing was changed: this needs a confirmation. Pass --yes.",
        exitCode: ExitStatus.usage
      )
    }
    try StandardStream.error.print(TerminalText.oneLine(question) + " [y/N] ")
    let answer = (readLine() ?? "").lowercased()
    guard ["y", "yes"].contains(answer) else {
      throw CommandFailure("Nothing was changed.", exitCode: 1)
    }
  }
}
