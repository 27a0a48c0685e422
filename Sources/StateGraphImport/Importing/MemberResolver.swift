import StateGraphSQLite

/// Finds the column or relationship of the schema that a member of a JSON record means. Remembers
/// the results, because all records of an input have the same few members.
///
/// Confined to the thread that runs the import.
final class MemberResolver {
  /// The maximum number of remembered results. The limit is needed because every record of a
  /// hostile input could have a new member name.
  private static let resultLimit = 4_096
  /// The number of leading members of a record for which the last result is remembered by position.
  private static let positionLimit = 64

  private let plan: ImportPlan
  @exclusivity(unchecked) private var resolutions: [Member: MemberResolution] = [:]
  /// The last resolved member at each position in a record, for each table. Most records have their
  /// members in the same order, so the next record probably has the same member there.
  @exclusivity(unchecked) private var lastMembers: [[LastMember]]

  private struct Member: Hashable {
    let name: String
    let form: MemberForm
    let table: Int

    /// Compares the bytes of the names, because Swift's `==` treats two Unicode spellings of the
    /// same letter as equal.
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

  /// Returns what a member means. First compares it with the last member at the same position.
  ///
  /// - Parameters:
  ///   - name: The name of the member.
  ///   - form: The form of its value: a scalar, an object or an array.
  ///   - position: Its position among the members of its record.
  ///   - table: The table of the record.
  func resolve(
    _ name: String,
    _ form: MemberForm,
    at position: Int,
    in table: Int
  ) -> MemberResolution {
    // Access through the index avoids a copy of the last member. This code runs for every member of
    // every record.
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

  /// Returns what a member means, without regard to its position in the record.
  func resolve(_ name: String, _ form: MemberForm, in table: Int) -> MemberResolution {
    let member = Member(name: name, form: form, table: table)
    if let known = resolutions[member] { return known }
    let resolution = plan.resolve(name, form, in: table)
    if resolutions.count < Self.resultLimit { resolutions[member] = resolution }
    return resolution
  }
}
