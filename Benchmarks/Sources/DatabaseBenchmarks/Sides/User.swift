import StateGraphPersistence

@Entity
final class User {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var name: String
  @GraphStored var email: String
  @GraphStored var age: Int
  @GraphStored var visits: Int
  @GraphStored var balance: Double
}

extension User: UserFields {
  var key: String { typedID.raw }

  /// Creates a detached entity.
  convenience init(_ row: UserRow) {
    self.init(
      id: row.id,
      name: row.name,
      email: row.email,
      age: row.age,
      visits: row.visits,
      balance: row.balance
    )
  }
}
