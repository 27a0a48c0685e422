import StateGraphSQLite

/// The expression of a CHECK constraint or of a generated column, as text and as tokens.
struct CheckConstraint {
  /// The expression without the outer parentheses.
  let sql: String
  let tokens: [SQLToken]
  /// The indices of the columns that the expression names.
  let columns: [Int]

  /// The expression without line breaks.
  var oneLine: String {
    sql.split { $0 == "\n" || $0 == "\r" || $0 == "\t" || $0 == " " }.joined(separator: " ")
  }

  init(_ sql: String, of table: TableSchema) {
    self.sql = sql
    tokens = Array(SQLTokenizer(sql))
    let names = tokens.compactMap { token -> String? in
      switch token {
      case .word(let name), .quotedName(let name): name
      case .string, .symbol: nil
      }
    }
    columns = table.columns.indices.filter { index in
      names.contains { $0.isSameName(as: table.columns[index].name) }
    }
  }
}

/// Finds the CHECK constraints and the generated columns in the text of a CREATE TABLE statement,
/// because SQLite's pragmas do not return their expressions.
struct CheckReader {
  private(set) var checks: [CheckConstraint] = []
  /// The expression of each generated column. The key is the index of the column in the table.
  private(set) var generated: [Int: CheckConstraint] = [:]

  private let table: TableSchema
  private let bytes: [UInt8]
  private var tokenizer: SQLTokenizer

  init(_ table: TableSchema) {
    self.table = table
    bytes = Array(table.sql.utf8)
    tokenizer = SQLTokenizer(table.sql)
    read()
  }

  /// Reads the definitions of the columns and of the table's constraints, which stand in the
  /// outermost parentheses of the statement.
  private mutating func read() {
    var depth = 0
    var keyword = ""
    var definition: SQLToken?
    while let token = tokenizer.next() {
      switch token {
      case .symbol("(") where depth == 1 && ["CHECK", "AS"].contains(keyword):
        add(expression(), keyword: keyword, of: definition)
      case .symbol("("): depth += 1
      case .symbol(")"): depth -= 1
      case .symbol(",") where depth == 1: definition = nil
      default: if depth == 1, definition == nil { definition = token }
      }
      if case .word(let word) = token { keyword = word.uppercased() } else { keyword = "" }
    }
  }

  private mutating func add(_ sql: String, keyword: String, of definition: SQLToken?) {
    if keyword == "CHECK" {
      checks += Conjuncts.split(sql).map { CheckConstraint($0, of: table) }
      return
    }
    let expression = CheckConstraint(sql, of: table)
    let column = table.columns.firstIndex { definition?.isSame(as: .word($0.name)) == true }
    if let column { generated[column] = expression }
  }

  /// Returns the text between the opening parenthesis that was just read and its closing
  /// parenthesis.
  private mutating func expression() -> String {
    let start = bytes.count - tokenizer.remainingByteCount
    var depth = 1
    var end = bytes.count
    while depth > 0, let token = tokenizer.next() {
      if case .symbol("(") = token { depth += 1 }
      if case .symbol(")") = token { depth -= 1 }
      end = bytes.count - tokenizer.remainingByteCount - 1
    }
    var text = bytes[start..<max(start, end)]
    while let last = text.last, last == 0x20 || (0x09...0x0D).contains(last) { text.removeLast() }
    while let first = text.first, first == 0x20 || (0x09...0x0D).contains(first) {
      text.removeFirst()
    }
    return String(decoding: text, as: UTF8.self)
  }
}
