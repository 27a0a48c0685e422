/// The root directory of the package. Tests read the fixtures and migrations in it.
public enum PackageRoot {
  public static let path: String = {
    let components = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return components.dropLast(3).joined(separator: "/")
  }()

  public static var migrations: String { path + "/Migrations" }

  public static func fixture(_ name: String) -> String { path + "/Fixtures/" + name }
}
