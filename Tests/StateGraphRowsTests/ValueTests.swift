import SQLiteTestSupport
import StateGraphSQLite
import Testing

@testable import StateGraphRows

@Suite struct ValueTests {
  static let equal: [(SQLiteValue, SQLiteValue)] = [
    (.null, .null),
    (.integer(1), .real(1.0)),
    (.integer(0), .real(-0.0)),
    (.real(0.0), .real(-0.0)),
    (.integer(.min), .real(-9.223372036854775808e18)),
    (.integer(1 << 53), .real(9_007_199_254_740_992)),
    (.text(""), .text("")),
    (.text("a\0b"), .text("a\0b")),
    (.blob([]), .blob([])),
    (.blob([0, 255]), .blob([0, 255])),
    (.real(.infinity), .real(.infinity)),
  ]

  static let different: [(SQLiteValue, SQLiteValue)] = [
    (.integer(.max), .real(9.223372036854775807e18)),
    (.integer((1 << 53) + 1), .real(9_007_199_254_740_992)),
    (.integer(1), .real(1.5)),
    (.integer(1), .text("1")),
    (.text("a"), .blob([97])),
    (.text("\u{e9}"), .text("e\u{301}")),
    (.text("a\0b"), .text("a\0c")),
    (.text("a"), .text("A")),
    (.text(""), .null),
    (.blob([]), .null),
    (.text(""), .blob([])),
    (.real(.infinity), .integer(.max)),
  ]

  @Test(arguments: equal)
  func `values that SQLite holds equal are equal and hash alike`(
    left: SQLiteValue,
    right: SQLiteValue
  ) throws {
    #expect(left == right)
    #expect(right == left)
    #expect(left.hashValue == right.hashValue)
    #expect(Set([left, right]).count == 1)
    #expect(try Connection.inMemory().firstValue("SELECT \(left) IS \(right)") == .integer(1))
  }

  @Test(arguments: different)
  func `values that SQLite tells apart are not equal`(left: SQLiteValue, right: SQLiteValue) throws
  {
    #expect(left != right)
    #expect(right != left)
    #expect(Set([left, right]).count == 2)
    #expect(try Connection.inMemory().firstValue("SELECT \(left) IS \(right)") == .integer(0))
  }

  @Test func `identity is narrower than equality`() {
    #expect(!SQLiteValue.integer(1).isIdentical(to: .real(1)))
    #expect(!SQLiteValue.real(0).isIdentical(to: .real(-0.0)))
    #expect(SQLiteValue.real(1.5).isIdentical(to: .real(1.5)))
    #expect(SQLiteValue.null.isIdentical(to: .null))
    #expect(!SQLiteValue.text("\u{e9}").isIdentical(to: .text("e\u{301}")))
  }
}
