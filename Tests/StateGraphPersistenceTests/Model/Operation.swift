/// One step of a random history. It names rows by number and does nothing if its row is missing, so
/// that every part of a history is a history.
indirect enum Operation: Sendable {
  case change(Change)
  /// `database.write`, nested if it is inside another one. If `fails`, it throws at its end.
  case write([Operation], fails: Bool)
  /// Closes the database and opens it again, so that nothing is loaded when the next operation
  /// begins.
  case reopen
  /// Releases the observed nodes, and makes new ones.
  case observeAgain
}

/// A change of one row, or one statement.
enum Change: Sendable {
  /// Makes an object and adds it, over the object with its identifier if there is one. `slot` keeps
  /// it.
  case add(Kind, Int, text: Int, parents: [Int], slot: Int?)
  case set(Kind, Int, property: Int, value: Int)
  case modify(Kind, Int, property: Int, value: Int)
  case delete(Kind, Int)
  /// Gets the entity and keeps it.
  case hold(Kind, Int, slot: Int)
  case drop(slot: Int)
  /// Sets a property of the object kept in the slot, which may be deleted.
  case setHeld(slot: Int, property: Int, value: Int)
  /// Adds the object kept in the slot, again or after its row has been deleted.
  case addHeld(slot: Int)
  case sql(Statement, Int, Int, text: Int)
  /// Several statements between SAVEPOINT and ROLLBACK TO; inside a write only.
  case undoneSavepoint(Statement, Int, Int, text: Int)
  /// Compares everything, as the thread sees it at this point of a write.
  case look
  /// Compares on another thread: it must see the last commit.
  case lookFromOutside
}

/// Statements whose changes entities and relationships must follow.
enum Statement: Int, CaseIterable, Sendable {
  case renameEverybody, moveAllPosts, replaceUser, replacePost, deleteAllComments, renamePost
  case renameUser, takeOverPost, copyPosts, failHalfWay, insertDangling, insertTwice
  case deleteUserByName, moveComments, touchNothing, renameBook, deleteAuthors, grow, thin
  case endTransaction, createTable, dropTable
}

/// The entity types of the two sample domains that have relationships.
enum Kind: Int, CaseIterable, Sendable {
  case user, post, comment, author, book

  /// The number of identifiers.
  var limit: Int {
    switch self {
    case .user: 8
    case .post: 24
    case .comment: 40
    case .author: 4
    case .book: 10
    }
  }

  var propertyCount: Int {
    switch self {
    case .user: 2
    case .post, .comment, .book: 3
    case .author: 1
    }
  }

  /// The last two identifiers of users differ only in the spelling of an accent, and belong to two
  /// users.
  func id(_ number: Int) -> String {
    switch (self, number) {
    case (.user, 6): "é"
    case (.user, 7): "e\u{301}"
    case (.user, _): "u\(number)"
    case (.post, _): "p\(number)"
    case (.comment, _): "c\(number)"
    case (.author, _): "a\(number)"
    case (.book, _): "b\(number)"
    }
  }
}

enum Texts {
  static let all = ["x", "y", "", "quo\"te's", "é", "e\u{301}", "a\0b"]

  static subscript(_ number: Int) -> String { all[number % all.count] }
}
