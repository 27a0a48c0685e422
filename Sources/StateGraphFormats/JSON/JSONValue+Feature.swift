extension JSONValue {
  /// A feature of GeoJSON with the members of its `properties` beside its own ones, and without its
  /// type. Any other value is unchanged.
  ///
  /// A property with the name of another member gets the prefix `property_`.
  var asFeatureRecord: JSONValue {
    guard case .object(let members) = content,
      members.contains(where: { $0.key == "type" && $0.value.content == .string("Feature") })
    else { return self }
    let own = members.filter { $0.key != "type" && $0.key != "properties" }
    var lifted: [JSONMember] = []
    if case .object(let properties)? = members.first(where: { $0.key == "properties" })?.value
      .content
    {
      lifted = properties.map { property in
        let isTaken = own.contains { $0.key == property.key }
        return JSONMember(
          key: isTaken ? "property_" + property.key : property.key,
          keyPlace: property.keyPlace,
          value: property.value
        )
      }
    }
    let (ids, others) = (own.filter { $0.key == "id" }, own.filter { $0.key != "id" })
    return JSONValue(.object(ids + lifted + others), at: place)
  }
}
