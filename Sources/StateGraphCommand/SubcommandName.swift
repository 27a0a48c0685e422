import ArgumentParser
import Glibc
import StateGraphFormats
import StateGraphTools

/// Detects a mistyped subcommand, such as `migrate statsu`, before the command can create an
/// unwanted database.
///
/// The command `migrate` has a default subcommand, whose first argument is a database. Without this
/// check, the argument parser would treat `statsu` as the name of this database.
enum SubcommandName {
  /// Checks the words of the command line for a mistyped subcommand. ``Main`` calls this function
  /// before it parses the command line.
  ///
  /// - Parameter arguments: The words of the command line, without the name of the program.
  /// - Throws: ``CommandFailure`` if a word is similar to a subcommand and no file has this path.
  static func check(_ arguments: [String]) throws(CommandFailure) {
    var group: any ParsableCommand.Type = StateGraphCommand.self
    for word in arguments {
      let subcommands = group.configuration.subcommands
      guard !subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return }
      if let known = subcommands.first(where: { $0.configuration.commandName == word }) {
        group = known
        continue
      }
      let names = subcommands.compactMap { $0.configuration.commandName }
      guard let nearest = FoldedName.nearest(to: word, among: names), access(word, F_OK) != 0
      else { return }
      throw failure(word, nearest: nearest, in: group.configuration)
    }
  }

  private static func failure(
    _ word: String,
    nearest: String,
    in group: CommandConfiguration
  ) -> CommandFailure {
    let remedy =
      group.defaultSubcommand == nil ? "" : " To create a file of that name, write ./\(word)."
    return CommandFailure(
      "\(group.commandName ?? "") has no subcommand \(word). Did you mean \(nearest)?\(remedy)",
      exitCode: ExitStatus.usage
    )
  }
}
