import ArgumentParser
import Glibc
import StateGraphTools

/// Asks the user to confirm a change that cannot be undone. With the option `--yes`, the command
/// asks no question.
struct Confirmation: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false

  @Flag(name: .customLong("no-input"), help: "Never ask; fail if a confirmation is needed.")
  var isSilent = false

  /// Asks `question` on the terminal, and returns if the user answers "y" or "yes". With `--yes`,
  /// returns without a question.
  ///
  /// - Throws: ``CommandFailure`` if the user gives any other answer. Also if `--no-input` was
  ///   passed or there is no terminal, because nobody could answer.
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
