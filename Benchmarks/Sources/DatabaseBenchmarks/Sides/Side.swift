import CSQLiteLoops

/// A library or interface that is compared, with a connection to a file that already has the table.
protocol Side: AnyObject {
  static var name: String { get }

  init(path: String, rows: UserRows) throws

  /// Inserts all rows in one transaction.
  func insert() throws

  /// Keeps the entities or records of these rows, as a program does that sets their properties.
  func hold(_ range: Range<Int>) throws

  /// Sets the name of each held row to the name of the row `shift` rows later, with one transaction
  /// for each row.
  func setNames(shift: Int) throws
  /// The same, with all rows in one transaction.
  func setNamesInOneTransaction(shift: Int) throws

  /// Gets rows by id, with one call for each row, and reads all of their columns.
  func get(_ indexes: [Int]) throws -> loop_sum

  /// Loads all rows.
  func load() throws -> Loaded
}

/// All rows. They are released with this value.
struct Loaded {
  /// Reads all columns of all rows.
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

/// The names of the sides that the bars refer to.
enum SideName {
  static let c = "C"
  static let record = "GRDB record"
}
