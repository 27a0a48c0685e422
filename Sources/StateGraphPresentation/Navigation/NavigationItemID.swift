/// Identifies a page, a sheet or an alert for as long as it is shown. The value is unique in the
/// process.
public struct NavigationItemID: Hashable, Sendable {
  let number: UInt64

  @MainActor private static var last: UInt64 = 0

  /// Returns an identity that no other item has.
  @MainActor
  static func make() -> NavigationItemID {
    last += 1
    return NavigationItemID(number: last)
  }
}
