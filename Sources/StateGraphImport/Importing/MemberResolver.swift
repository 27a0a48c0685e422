import StateGraphSQLite

/// Resolves the members of JSON records to columns and relationships of the schema, and remembers
/// the results: all records of an input have the same few members.
///
/// Confined to the thread that runs the import.
final class MemberResolver {
  /// The number of results that are remembered, since every record of a hostile input could have a
  /// new name.
  private static let resultLimit = 4_096
  /// The number of positions whose last member is remembered.
  private static let positionLimit = 64

  private let plan: ImportPlan
  @exclusivity(unchecked) private var resolutions: [Member: MemberResolution] = [:]
  /// By table, and by the position among the members of a record: the last member there. Most
  /// records have their members in the same order.
  @exclusivity(unchecked) private var lastMembers: [[LastMember]]

  private struct Member: Hashable {
    let name: String
    let form: MemberForm
    let table: Int

    /// Compares bytes: Swift's `==` for strings equates two Unicode spellings of one letter.
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

  /// What a member means.
  ///
  /// - Parameters:
  ///   - name: The name of the member.
  ///   - form: The form of its value.
  ///   - position: Its position among the members of its record.
  ///   - table: The table of the record.
  func resolve(
    _ name: String,
    _ form: MemberForm,
    at position: Int,
    in table: Int
  ) -> MemberResolution {
    // Without a copy of the last member, since this is called for every member of every record.
    if position < lastMembers[table].count, lastMembers[table][position].form == form,
      lastMembers[table][position].name.hasSameBytes(as: name)
    {
      return lastMembers[table][position].resolution
    }
    let resolution = resolve(name, form, in: table)
    let member = LastMember(name: name, form: form, resolution: resolution)
    if position < lastMembers[table].count {
      lastMembers[table][position] = member
    } else if position == lastMembers[table].count, position < Self.positionLimit {
      lastMembers[table].append(member)
    }
    return resolution
  }

  /// What a member means, wherever it stands in its record.
  func resolve(_ name: String, _ form: MemberForm, in table: Int) -> MemberResolution {
    let member = Member(name: name, form: form, table: table)
    if let known = resolutions[member] { return known }
    let resolution = plan.resolve(name, form, in: table)
    if resolutions.count < Self.resultLimit { resolutions[member] = resolution }
    return resolution
  }
}
