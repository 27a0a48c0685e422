/// A command that the ledger refuses. Nothing of it is written.
enum LedgerError: Error, Equatable, CustomStringConvertible {
  case usage(String)
  case notANumber(String, from: Int)
  case unknownItem(String)
  case itemExists(String)
  case outOfStock(item: String, missing: Int)
  case line(Int, of: String)
  case unbalanced(String)
  case changedElsewhere(String)

  var description: String {
    switch self {
    case .usage(let usage): "usage: \(usage)"
    case .notANumber(let word, let least): "\(word) is not a number from \(least) to 1,000,000"
    case .unknownItem(let code): "there is no item \(code)"
    case .itemExists(let code): "there is already an item \(code)"
    case .outOfStock(let item, let missing): "\(item): \(missing) more than there are"
    case .line(let number, let file): "\(file), line \(number): not SUPPLIER,ITEM,CENTS"
    case .unbalanced(let text): "the entries of \(text) do not add up to zero"
    case .changedElsewhere(let name): "\(name) cannot be taken back: its rows have changed since"
    }
  }
}
