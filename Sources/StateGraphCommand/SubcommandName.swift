import ArgumentParser
import Glibc
import StateGraphFormats

/// Finds a mistyped subcommand. The parser would take it for an argument of the default one: for
/// the name of a database, which would then be made.
enum SubcommandName {
  /// - Parameter arguments: The command line without the name of the program.
  /// - Throws: ``CommandFailure`` where a word is nearly a subcommand, and no file is called so.
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
      throw failure(word, nearest, in: group.configuration)
    }
  }

  private static func failure(
    _ word: String,
    _ nearest: String,
    in group: CommandConfiguration
  ) -> CommandFailure {
    let remedy = group.defaultSubcommand == nil ? "" : " If it is a file to make, write ./\(word)."
    return CommandFailure(
      "\(group.commandName ?? "") has no subcommand \(word). Did you mean \(nearest)?\(remedy)",
      exitCode: ExitStatus.usage
    )
  }
}
