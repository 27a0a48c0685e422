import StateGraphTesting
import TestSupport

extension TestFixture {
  /// The fixture of the example, whose package is another one.
  static let shop = TestFixture(
    PackageRoot.path + "/Examples/Shop/Fixtures/shop",
    migrations: .directory(PackageRoot.path + "/Examples/Shop/Migrations")
  )
}
