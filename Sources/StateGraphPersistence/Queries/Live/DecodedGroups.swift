import StateGraphLive
import StateGraphSQLite

/// The groups of a live query as a read has decoded them, and the groups that have changed since.
///
/// A read after a change of few groups decodes only these, and copies the others.
struct DecodedGroups: @unchecked Sendable {
  // SAFETY: the elements consist of values whose types are `Bindable` or typed ids, which are
  // `Sendable`. They are never changed.
  private let elements: Any
  /// Images of the changed groups, with the group's value in the first column.
  private var changed: [RowImage] = []

  /// The number of changes after which all groups are decoded again.
  private static let limit = 1_000

  /// - Parameter groups: All groups, in the order of their values.
  init<Group>(_ groups: [Group]) { elements = groups }

  /// Records that a group has changed.
  ///
  /// - Parameter image: An image with the group's value in the first column.
  /// - Returns: False if too many groups have changed. All of them must then be decoded again.
  mutating func note(_ image: RowImage) -> Bool {
    guard changed.count < DecodedGroups.limit else { return false }
    changed.append(image)
    return true
  }

  /// Returns the groups with the current results of the changed ones. Returns nil if all groups must
  /// be decoded again, for example because another read has decoded them to another type.
  ///
  /// - Parameters:
  ///   - groups: The current groups, which have the same values as the decoded ones.
  ///   - decode: Decodes the value and the result of a group.
  /// - Throws: `.tooBig` if a sum of integers does not fit into 64 bits. Also the errors of
  ///   `decode`.
  func groups<Group>(
    in groups: MaintainedGroups,
    decoding decode: (SQLiteValue, SQLiteValue) throws -> Group
  ) throws -> [Group]? {
    guard var decoded = elements as? [Group] else { return nil }
    for image in changed {
      guard let (rank, group) = groups.place(of: image), decoded.indices.contains(rank),
        let value = try group.results.first?.value
      else { return nil }
      decoded[rank] = try decode(image[0], value)
    }
    return decoded
  }
}
