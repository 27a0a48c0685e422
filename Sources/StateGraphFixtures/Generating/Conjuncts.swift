import StateGraphSQLite

/// Splits a CHECK into the conditions that AND joins.
///
/// A row satisfies the CHECK if no condition is false. Each condition therefore is a CHECK of its
/// own, which names fewer columns and is easier to satisfy.
enum Conjuncts {
  static func split(_ sql: String) -> [String] {
    let bytes = Array(sql.utf8)
    var tokenizer = SQLTokenizer(sql)
    var parts: [String] = []
    var (start, depth, betweens) = (0, 0, 0)
    while let token = tokenizer.next() {
      let end = bytes.count - tokenizer.remainingByteCount
      switch token {
      case .symbol("("): depth += 1
      case .symbol(")"): depth -= 1
      case .word(let word) where depth == 0:
        switch word.uppercased() {
        // OR binds less tightly than AND. In `a AND b OR c`, the part `a` is therefore no condition
        // of its own.
        case "OR": return [sql]
        case "CASE": return [sql]
        case "BETWEEN": betweens += 1
        case "AND" where betweens > 0: betweens -= 1
        case "AND":
          parts.append(String(decoding: bytes[start..<end - 3], as: UTF8.self))
          start = end
        default: break
        }
      default: break
      }
    }
    return (parts + [String(decoding: bytes[start...], as: UTF8.self)]).map { part in
      var part = Substring(part)
      while part.first?.isWhitespace == true { part.removeFirst() }
      while part.last?.isWhitespace == true { part.removeLast() }
      return String(part)
    }
  }
}
