import Shop
import StateGraphTesting
import XCTest

/// The same under XCTest.
final class PaymentTests: XCTestCase {
  func testPayment() throws {
    try TestDatabase.with(.shop) { db in
      try db[Order.self, "first"].pay()
      try db.expect("orders", where: "state = 'paid'", "id\n@first")
    }
  }
}
