import FoundationEssentials

/// What the arguments of the process ask for.
struct Options {
  var file: String
  var bookCount = 100_000
  var explains = false
  var installs = false

  /// Reads the arguments. Links are read by the library.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    file = URL.homeDirectory.appending(path: ".local/share/catalogue/catalogue.sqlite").path
    var rest = Array(arguments)[...]
    while let word = rest.popFirst() {
      switch word {
      case "--file":
        guard let path = rest.popFirst() else { throw UsageError("--file needs a path") }
        file = path
      case "--books":
        guard let count = rest.popFirst().flatMap({ Int($0) }), count >= 0 else {
          throw UsageError("--books needs a number")
        }
        bookCount = count
      case "--explain": explains = true
      case "--install": installs = true
      case let link where link.contains("://"): break
      default: throw UsageError("\(word) is not an option")
      }
    }
  }

  static let usage = """
    Usage: catalogue [--file PATH] [--books COUNT] [--explain] [LINK]
           catalogue --install
      --file PATH    The file of the books. The default is in ~/.local/share/catalogue.
      --books COUNT  How many books the first start makes. The default is 100000.
      --explain      Print which views each commit has evaluated.
      --install      Add the program to the menu of the desktop.
      LINK           A place, such as catalogue://books/42?edit or catalogue://statistics.

    """
}

struct UsageError: Error, CustomStringConvertible {
  let description: String
  init(_ sentence: String) { description = sentence }
}
