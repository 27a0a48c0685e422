import StateGraphFormats

/// Identifies a member whose values are arrays or objects, by the table of the records that have it
/// and by its name. The inference uses it as a key of dictionaries.
struct MemberName: Hashable {
  private let owner: ObjectIdentifier
  private let member: ExactName
  private let isArray: Bool

  /// Creates the identity of a member.
  ///
  /// - Parameter member: The name of the member in snake case.
  init(_ member: String, of owner: InferredTable, isArray: Bool) {
    (self.owner, self.member) = (ObjectIdentifier(owner), ExactName(member))
    self.isArray = isArray
  }
}
