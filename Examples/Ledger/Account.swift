import StateGraphPersistence

/// An account of the books. A debit is a positive amount, and a credit is a negative one.
@Entity(id: String.self)
final class Account {
  @GraphStored var name: String
}

/// A business transaction. The amounts of its entries add up to zero.
@Entity(id: Int.self, keys: .database)
final class Booking {
  @GraphStored var text: String
  @GraphComputed(inverse: \Entry.booking) var entries: [Entry]
}

/// One line of a booking.
@Entity(id: CompositeKey<Int, Int>.self, key: "booking_id", "line")
final class Entry {
  @GraphStored @Column(.onDelete(.cascade)) var booking: Booking
  @GraphStored var line: Int
  @GraphStored var account: Account
  /// In cents.
  @GraphStored var amount: Int
}

/// The accounts that the ledger uses. The migration inserts their rows.
enum AccountName: String, CaseIterable { case cash, stock, sales, costs }
