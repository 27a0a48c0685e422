/// Identifies a page, a sheet or an alert for as long as it is shown. No other item of the process
/// has the same id.
public struct NavigationItemID: Hashable, Sendable {
  let number: UInt64

  @MainActor private static var last: UInt64 = 0

  /// Returns an id that no other item of the process has.
  @MainActor
  static func make() -> NavigationItemID {
    last += 1
    return NavigationItemID(number: last)
  }
}
