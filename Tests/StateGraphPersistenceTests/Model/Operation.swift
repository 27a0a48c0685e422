/// One step of a random history. It names rows by number and does nothing where its row is missing,
/// so that every part of a history is a history.
indirect enum Operation: Sendable {
  case change(Change)
  /// `database.write`, nested where it is inside another; `fails` throws at its end.
  case write([Operation], fails: Bool)
  /// Closes the database and opens it again: nothing is loaded when the next operation begins.
  case reopen
  /// Lets go of the nodes that are observed, and makes others.
  case observeAgain
}

/// What a history does to one row, or by one statement.
enum Change: Sendable {
  /// Makes an object and adds it, over the one with its id where there is one; `slot` keeps it.
  case add(Kind, Int, text: Int, parents: [Int], slot: Int?)
  case set(Kind, Int, property: Int, value: Int)
  case modify(Kind, Int, property: Int, value: Int)
  case delete(Kind, Int)
  /// Looks the entity up and keeps it.
  case hold(Kind, Int, slot: Int)
  case drop(slot: Int)
  /// Sets a property of whatever is kept there, deleted or not.
  case setHeld(slot: Int, property: Int, value: Int)
  /// Adds what is kept there, again or after its row is gone.
  case addHeld(slot: Int)
  case sql(Statement, Int, Int, text: Int)
  /// Several statements between SAVEPOINT and ROLLBACK TO; inside a write only.
  case undoneSavepoint(Statement, Int, Int, text: Int)
  /// Compares everything, as the thread sees it at this point of a write.
  case look
  /// Compares on another thread: it must see the last commit.
  case lookFromOutside
}

/// Statements that entities and relationships must follow without having made them.
enum Statement: Int, CaseIterable, Sendable {
  case renameEverybody, moveAllPosts, replaceUser, replacePost, deleteAllComments, renamePost
  case renameUser, takeOverPost, copyPosts, failHalfWay, insertDangling, insertTwice
  case deleteUserByName, moveComments, touchNothing, renameBook, deleteAuthors, grow, thin
  case endTransaction, createTable, dropTable
}

/// The entity types of the two sample domains that have relationships.
enum Kind: Int, CaseIterable, Sendable {
  case user, post, comment, author, book

  /// How many ids there are.
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

  /// The last two users differ in how an accent is written, and are two users.
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
