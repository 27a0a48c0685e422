import StateGraphTesting

extension TestFixture {
  static let shop = TestFixture("Fixtures/shop", migrations: .directory("Migrations"))
}
