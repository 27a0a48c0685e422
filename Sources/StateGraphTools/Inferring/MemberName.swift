import StateGraphFormats

/// A member of the records of one table, whose values are arrays or objects.
struct MemberName: Hashable {
  private let owner: ObjectIdentifier
  private let member: ExactName
  private let isArray: Bool

  /// - Parameter member: The name of the member in snake case.
  init(_ member: String, of owner: InferredTable, isArray: Bool) {
    (self.owner, self.member) = (ObjectIdentifier(owner), ExactName(member))
    self.isArray = isArray
  }
}
