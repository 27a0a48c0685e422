import StateGraphFormats

/// A name in a mapping that leads to a member of a nested object, such as `properties.mag`.
///
/// The syntax is that of `--root`: a full stop in a key is written `\.`.
struct MemberPath: Sendable {
  let name: String
  private let keys: [[UInt8]]

  /// Returns nil if the name has only one key.
  init?(_ name: String) {
    guard name.utf8.contains(UInt8(ascii: ".")) else { return nil }
    let keys = JSONRootPath(name).keys
    guard keys.count > 1 else { return nil }
    (self.name, self.keys) = (name, keys)
  }

  /// Moves the member to the top of the record, under the name of the path. An object whose last
  /// member was moved disappears.
  ///
  /// Does nothing if the record has no such member, or has a member with the name of the path.
  func lift(in members: inout [JSONMember]) {
    if members.contains(where: { $0.key.utf8.elementsEqual(name.utf8) }) { return }
    guard let found = Self.take(keys[...], from: &members) else { return }
    members.append(JSONMember(key: name, keyPlace: found.keyPlace, value: found.value))
  }

  private static func take(
    _ keys: ArraySlice<[UInt8]>,
    from members: inout [JSONMember]
  ) -> JSONMember? {
    guard let key = keys.first,
      let index = members.firstIndex(where: { $0.key.utf8.elementsEqual(key) })
    else { return nil }
    let member = members[index]
    let rest = keys.dropFirst()
    // The value of `{"$oid": "64b7"}` is a text already.
    let isWhole = rest.isEmpty || rest.count == 1 && rest.first?.first == UInt8(ascii: "$")
    guard var inner = member.value.members else {
      guard isWhole else { return nil }
      members.remove(at: index)
      return member
    }
    guard !rest.isEmpty else {
      members.remove(at: index)
      return member
    }
    guard let found = take(rest, from: &inner) else { return nil }
    if inner.isEmpty {
      members.remove(at: index)
    } else {
      let object = JSONValue(.object(inner), at: member.value.place)
      members[index] = JSONMember(key: member.key, keyPlace: member.keyPlace, value: object)
    }
    return found
  }
}
