import GRDB

/// The requirements that both kinds of GRDB record meet.
protocol UserRecord: UserFields, FetchableRecord, PersistableRecord {
  static var sideName: String { get }
  var name: String { get set }
  init(_ row: UserRow)
}

extension UserRecord {
  static var databaseTableName: String { "users" }
}

/// A record written by hand that reads columns by position, like the fastest one in GRDB's
/// benchmarks.
struct HandwrittenUser: UserRecord {
  static var sideName: String { SideName.record }

  let id: String
  var name: String
  let email: String
  let age: Int
  let visits: Int
  let balance: Double

  var key: String { id }

  init(_ row: UserRow) {
    id = row.id
    name = row.name
    email = row.email
    age = row.age
    visits = row.visits
    balance = row.balance
  }

  init(row: Row) {
    id = row[0]
    name = row[1]
    email = row[2]
    age = row[3]
    visits = row[4]
    balance = row[5]
  }

  func encode(to container: inout PersistenceContainer) {
    container["id"] = id
    container["name"] = name
    container["email"] = email
    container["age"] = age
    container["visits"] = visits
    container["balance"] = balance
  }
}

/// A record whose columns `Codable` reads and writes.
struct CodableUser: UserRecord, Codable {
  static var sideName: String { "GRDB Codable record" }

  let id: String
  var name: String
  let email: String
  let age: Int
  let visits: Int
  let balance: Double

  var key: String { id }

  init(_ row: UserRow) {
    id = row.id
    name = row.name
    email = row.email
    age = row.age
    visits = row.visits
    balance = row.balance
  }
}
