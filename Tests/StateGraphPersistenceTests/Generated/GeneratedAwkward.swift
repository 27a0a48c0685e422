import Foundation
import StateGraphPersistence

/// A row of the table `badges`.
@Entity(id: Int.self, keys: .database, table: "badges", key: "badge_id")
final class AwkwardBadge {
  @GraphStored @Column("badge") var badge: String
  @GraphComputed(inverse: \AwkwardShow.badge) var shows: [AwkwardShow]
}

/// A row of the table `follows`.
@Entity(id: CompositeKey<Int, Int>.self, table: "follows", key: "follower_id", "followed_id")
final class AwkwardFollow {
  @GraphStored @Column(.onDelete(.cascade)) var follower: AwkwardPerson
  @GraphStored @Column(.onDelete(.cascade)) var followed: AwkwardPerson
}

/// A row of the table `legs`.
@Entity(
  id: CompositeKey<Int, String, Int, Int>.self,
  table: "legs",
  key: "person_id",
  "day",
  "number",
  "leg"
)
final class AwkwardLeg {
  @GraphStored var personId: Int
  @GraphStored var day: String
  @GraphStored var leg: Int
  @GraphStored var beforeNumber: Int?
  @GraphStored var guide: AwkwardPerson
  @GraphStored @Column(columns: "person_id", "day", "number", options: .onDelete(.cascade))
  var visit: AwkwardVisit
  @GraphStored @Column(columns: "person_id", "before_day", "before_number")
  var before: AwkwardVisit?
  @GraphStored @Column(columns: "person_id", "after_day", "before_number") var after: AwkwardVisit?
  @GraphStored @Column(columns: "guide_id", "day", "guide_number") var guideVisit: AwkwardVisit?
}

/// A row of the table `notes`.
@Entity(id: Int.self, table: "notes")
final class AwkwardNote {
  @GraphStored @Column("id") var idValue: Int
  @GraphStored @Column(columns: "id", "day", "number") var visit: AwkwardVisit
}

/// A row of the table `people`.
@Entity(id: Int.self, keys: .database, table: "people")
final class AwkwardPerson {
  @GraphStored @Column(.onDelete(.nullify)) var parent: AwkwardPerson?
  @GraphStored @Column("favourite") var favourite: AwkwardStringRow?
  @GraphComputed(through: \AwkwardFollow.follower, \AwkwardFollow.followed)
  var followeds: [AwkwardPerson]
  @GraphComputed(through: \AwkwardFollow.followed, \AwkwardFollow.follower)
  var followers: [AwkwardPerson]
  @GraphComputed(inverse: \AwkwardLeg.guide) var legs: [AwkwardLeg]
  @GraphComputed(inverse: \AwkwardPerson.parent) var people: [AwkwardPerson]
  @GraphComputed(inverse: \AwkwardProfile.person) var profiles: [AwkwardProfile]
  @GraphComputed(inverse: \AwkwardVisit.person) var visits: [AwkwardVisit]
}

/// A row of the table `products`.
@Entity(id: Int.self, keys: .database, table: "products")
final class AwkwardProduct {
  // Other programs can store other values than 0 and 1 here.
  @GraphStored @Column(.default("1")) var listed: Bool
  // A time of day is written too. Other programs can store numbers or other text here.
  @GraphStored var made: Date?
  // A date in UTC. Other programs can store numbers, other text or local times here.
  @GraphStored var createdAt: Date
  // A number of at most 15 digits. Other programs can store other text here.
  @GraphStored @Column(as: NumericDecimal.self) var price: Decimal
  // JSON. Any Codable type can replace AnyJSON.
  @GraphStored @Column(.json) var specs: AnyJSON
  // Other programs can store numbers or text here.
  @GraphStored var place: Data?
  @GraphStored var photo: Data?
  @GraphStored var opens: SQLiteValue
  @GraphStored var anything: SQLiteValue?
}

/// A row of the table `profiles`.
@Entity(id: Int.self, table: "profiles", key: "person_id")
final class AwkwardProfile {
  @GraphStored var person: AwkwardPerson
  @GraphStored var bio: String?
  @GraphStored var anything: SQLiteValue?
}

/// A row of the table `queries`.
@Entity(id: Int.self, keys: .database, table: "queries")
final class AwkwardQueryEntity {
  @GraphStored var text: String
}

/// A row of the table `shows`.
@Entity(id: Int.self, keys: .database, table: "shows")
final class AwkwardShow {
  @GraphStored @Column("badge_id") var badge: AwkwardBadge?
  @GraphStored @Column("badge") var badgeValue: String?
}

/// A row of the table `strings`.
@Entity(id: String.self, table: "strings", key: "class")
final class AwkwardStringRow {
  @GraphStored @Column(.default("7")) var `default`: Int
  @GraphStored @Column(.unique) var `in`: String?
  @GraphStored @Column("is_deleted") var isDeletedValue: Bool
  @GraphStored @Column("is deleted") var isDeleted2: Double?
  @GraphStored @Column("Full \"Name\"", .default("'a \"b\" \\(c)'")) var fullName: String
  @GraphStored @Column("größe") var grE: Data?
  @GraphStored @Column("2020") var column2020: Int?
  @GraphComputed(inverse: \AwkwardPerson.favourite) var people: [AwkwardPerson]
}

/// A row of the table `visits`.
@Entity(id: CompositeKey<Int, String, Int>.self, table: "visits", key: "person_id", "day", "number")
final class AwkwardVisit {
  @GraphStored var person: AwkwardPerson
  @GraphStored var day: String
  @GraphStored var number: Int
  @GraphStored var seconds: Double
  @GraphComputed(inverse: \AwkwardLeg.visit) var legsByVisit: [AwkwardLeg]
  @GraphComputed(inverse: \AwkwardLeg.before) var legsByBefore: [AwkwardLeg]
  @GraphComputed(inverse: \AwkwardLeg.after) var legsByAfter: [AwkwardLeg]
  @GraphComputed(inverse: \AwkwardLeg.guideVisit) var legsByGuideVisit: [AwkwardLeg]
  @GraphComputed(inverse: \AwkwardNote.visit) var notes: [AwkwardNote]
  // Left out: minutes: it is a generated column.
}

// No class for keyless: it has no primary key.
