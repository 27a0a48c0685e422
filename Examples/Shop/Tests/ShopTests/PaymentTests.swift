import Shop
import StateGraphTesting
import XCTest

/// A test with a test database under XCTest. The other tests of this package use Swift Testing.
final class PaymentTests: XCTestCase {
  func testPayment() throws {
    try TestDatabase.with(.shop) { db in
      try db[Order.self, "first"].pay()
      try db.expect("orders", where: "state = 'paid'", "id\n@first")
    }
  }
}
