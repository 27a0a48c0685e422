import StateGraphSQLite

// A history as something that can be read, and pasted into a test with a few changes.

extension Operation {
  func script(_ indentation: String = "") -> String {
    switch self {
    case .change(let change): return indentation + change.script
    case .reopen: return indentation + "reopen()"
    case .observeAgain: return indentation + "observeAgain()"
    case .write(let operations, let fails):
      let inner = operations.map { $0.script(indentation + "  ") }
      let end = fails ? [indentation + "  throw Stop()"] : []
      return ([indentation + "try? database.write {"] + inner + end + [indentation + "}"])
        .joined(separator: "\n")
    }
  }
}

extension Change {
  fileprivate var script: String {
    switch self {
    case .add(let kind, let number, let text, let parents, let slot):
      let parents = parents.map(String.init).joined(separator: ", ")
      let made = "\(kind)(\(kind.id(number).script), \(Texts[text].script), \(parents))"
      return (slot.map { "held[\($0)] = " } ?? "") + "add(\(made))"
    case .set(let kind, let number, let property, let value):
      return
        "\(kind)(\(kind.id(number).script))?.\(kind.propertyName(property)) = \(kind.valueScript(property, value))"
    case .modify(let kind, let number, let property, let value):
      return "modify(\(kind)(\(kind.id(number).script))) "
        + "{ $0.\(kind.propertyName(property)) = \(kind.valueScript(property, value)) }"
    case .delete(let kind, let number): return "delete(\(kind)(\(kind.id(number).script)))"
    case .hold(let kind, let number, let slot):
      return "held[\(slot)] = get(\(kind)(\(kind.id(number).script)))"
    case .drop(let slot): return "held[\(slot)] = nil"
    case .setHeld(let slot, let property, let value):
      return "held[\(slot)]?.property(\(property)) = value(\(value))"
    case .addHeld(let slot): return "add(held[\(slot)])"
    case .sql(let statement, let first, let second, let text):
      return "try? database.execute(\(statement.script(first, second, text)))"
    case .undoneSavepoint(let statement, let first, let second, let text):
      return "SAVEPOINT s; \(statement.script(first, second, text)); ROLLBACK TO s; RELEASE s"
    case .look: return "compare()"
    case .lookFromOutside: return "withThread { compareWithLastCommit() }"
    }
  }
}

extension Statement {
  /// The statement with its values written out.
  fileprivate func script(_ first: Int, _ second: Int, _ text: Int) -> String {
    let sql = sql(first, second, text: text)
    let pieces = sql.text.split(separator: "?", omittingEmptySubsequences: false)
    return zip(pieces, sql.bindings.map(\.script) + [""]).map { $0 + $1 }.joined()
  }
}

extension [[SQLiteValue]] {
  /// Rows, to be read in a message.
  var script: String { "[" + map(\.script).joined(separator: ", ") + "]" }
}

extension [SQLiteValue] {
  var script: String { "(" + map(\.script).joined(separator: ", ") + ")" }
}

extension String {
  /// A literal that shows how an accent is written.
  fileprivate var script: String {
    let escaped = unicodeScalars.map { $0.isASCII ? "\($0)" : $0.escaped(asASCII: true) }
    return "\"" + escaped.joined().replacing("\0", with: "\\0") + "\""
  }
}

extension SQLiteValue {
  fileprivate var script: String {
    switch self {
    case .null: "nil"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): text.script
    case .blob(let bytes): "\(bytes)"
    }
  }
}

extension Kind {
  fileprivate func propertyName(_ property: Int) -> String {
    let names: [String] =
      switch self {
      case .user: ["name", "bio"]
      case .post: ["title", "content", "author"]
      case .comment: ["text", "post", "author"]
      case .author: ["name"]
      case .book: ["title", "author", "publishedYear"]
      }
    return names[property % names.count]
  }

  fileprivate func valueScript(_ property: Int, _ value: Int) -> String {
    switch (self, property) {
    case (.user, 1), (.book, 2): "value(\(value))"
    case (.post, 2), (.comment, 2): "user(\(Kind.user.id(value % Kind.user.limit).script))"
    case (.comment, 1): "post(\(Kind.post.id(value % Kind.post.limit).script))"
    case (.book, 1): "author(\(Kind.author.id(value % Kind.author.limit).script))"
    default: Texts[value].script
    }
  }
}
