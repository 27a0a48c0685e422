import CSQLiteLoops

/// One way to do the work: a connection to a file that has the table already.
protocol Side: AnyObject {
  static var name: String { get }

  init(path: String, rows: UserRows) throws

  /// Inserts all rows in one transaction.
  func insert() throws

  /// Gets what the program would have in its hands when it sets properties of these rows.
  func hold(_ range: Range<Int>) throws

  /// Sets the name of each held row, every one in a transaction of its own.
  func setNames(shift: Int) throws
  /// Sets the name of each held row, all in one transaction.
  func setNamesInOneTransaction(shift: Int) throws

  /// Gets row after row by id, each for itself, and reads all columns.
  func get(_ indexes: [Int]) throws -> loop_sum

  /// Loads all rows.
  func load() throws -> Loaded
}

/// All rows, held for as long as this is.
struct Loaded {
  /// Reads all columns of all of them.
  let sum: () -> loop_sum

  init(_ sum: @escaping () -> loop_sum) { self.sum = sum }

  init(_ users: [some UserFields]) {
    self.init {
      var sum = loop_sum()
      for user in users { sum.add(user) }
      return sum
    }
  }
}

/// What our bars are relative to.
enum SideName {
  static let c = "C"
  static let record = "GRDB record"
}
