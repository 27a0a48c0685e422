import ArgumentParser
import Glibc

/// A yes to what cannot be taken back: asked for on a terminal, given by an option elsewhere.
struct Confirmation: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @Flag(name: .customLong("no-input"), help: "Never ask; fail where an answer is needed.")
  var isSilent = false

  /// Returns after a yes.
  ///
  /// - Throws: ``CommandFailure`` after any other answer, and where nobody can be asked.
  func require(_ question: String) throws(CommandFailure) {
    if yes { return }
    guard !isSilent, isatty(STDIN_FILENO) == 1, StandardStream.error.isTerminal else {
      throw CommandFailure(
        "\(question) Nothing was changed, because nobody could be asked. Pass --yes.",
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
