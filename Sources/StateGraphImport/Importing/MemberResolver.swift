import StateGraphSQLite

/// Finds the column or relationship that a member of a JSON record means.
///
/// The resolver caches its results, because most records have the same members. Only the thread
/// that runs the import uses a resolver.
final class MemberResolver {
  /// The maximum number of cached results.
  ///
  /// Without a limit, an input with a new member name in every record could fill the memory.
  private static let resultLimit = 4_096
  /// The maximum length of each array in `lastMembers`.
  ///
  /// Members at later positions are always looked up by name.
  private static let positionLimit = 64

  private let plan: ImportPlan
  @exclusivity(unchecked) private var resolutions: [Member: MemberResolution] = [:]
  /// One array for each table. Each array contains the member that an earlier record of the table
  /// had at each position.
  ///
  /// Most records have their members in the same order. A comparison with the stored member
  /// therefore usually replaces a dictionary lookup.
  @exclusivity(unchecked) private var lastMembers: [[LastMember]]

  private struct Member: Hashable {
    let name: String
    let form: MemberForm
    let table: Int

    /// Also compares the bytes of the two names, because Swift's `==` treats two Unicode spellings
    /// of the same letter as equal.
    static func == (left: Member, right: Member) -> Bool {
      left.table == right.table && left.form == right.form && left.name == right.name
        && left.name.hasSameBytes(as: right.name)
    }
  }

  private struct LastMember {
    let name: String
    let form: MemberForm
    let resolution: MemberResolution
  }

  init(_ plan: ImportPlan) {
    self.plan = plan
    lastMembers = plan.tables.map { _ in [] }
  }

  /// Returns what a member means: a column or a relationship.
  ///
  /// If a previous record had the same member at this position, the result needs no lookup.
  ///
  /// - Parameters:
  ///   - name: The name of the member.
  ///   - form: The form of the member's value: a scalar, an object, an array or null.
  ///   - position: The index of the member in its record.
  ///   - table: The index of the record's table.
  func resolve(
    _ name: String,
    form: MemberForm,
    at position: Int,
    in table: Int
  ) -> MemberResolution {
    // Access by index avoids a copy of the last member. This code runs for every member of every
    // record.
    if position < lastMembers[table].count, lastMembers[table][position].form == form,
      lastMembers[table][position].name.hasSameBytes(as: name)
    {
      return lastMembers[table][position].resolution
    }
    let resolution = resolve(name, form: form, in: table)
    let member = LastMember(name: name, form: form, resolution: resolution)
    if position < lastMembers[table].count {
      lastMembers[table][position] = member
    } else if position == lastMembers[table].count, position < Self.positionLimit {
      lastMembers[table].append(member)
    }
    return resolution
  }

  /// Returns what a member means: a column or a relationship.
  ///
  /// Unlike `resolve(_:form:at:in:)`, this method needs no position. It caches the result by name.
  func resolve(_ name: String, form: MemberForm, in table: Int) -> MemberResolution {
    let member = Member(name: name, form: form, table: table)
    if let known = resolutions[member] { return known }
    let resolution = plan.resolve(name, form: form, in: table)
    if resolutions.count < Self.resultLimit { resolutions[member] = resolution }
    return resolution
  }
}
