import StateGraphPersistence
import TestSupport
import Testing

/// A reference whose target is of one of several types.
@Suite struct PolymorphicReferenceTests {
  let database: Database
  let photos: EntityStore<Photo>
  let songs: EntityStore<Song>
  let likes: EntityStore<Like>

  init() throws {
    database = try Database.temporary()
    try database.createTables(for: Photo.self, Album.self, Song.self, Like.self)
    photos = try EntityStore<Photo>(database)
    songs = try EntityStore<Song>(database)
    likes = try EntityStore<Like>(database)
    photos.add(Photo(id: "1"))
    songs.add(Song(id: "1", title: "Freddie"))
    likes.add(Like(id: "l"))
  }

  private var photo: Photo { get throws { try #require(photos.get(by: .init("1"))) } }
  private var song: Song { get throws { try #require(songs.get(by: .init("1"))) } }
  private var like: Like { get throws { try #require(likes.get(by: .init("l"))) } }

  @Test func `a polymorphic reference leads to either type, and a set is one UPDATE`() throws {
    let (photo, song, like) = (try photo, try song, try like)
    #expect(Like.subject.target(of: like) == nil)
    let before = database.statementCounts
    try Like.subject.set(photo, of: like)
    #expect((database.statementCounts - before).writes == 1)
    #expect(Like.subject.target(of: like) === photo)
    try Like.subject.set(song, of: like)
    #expect(Like.subject.target(of: like) === song)
    #expect(
      try database.rows("SELECT subject_type, subject_id FROM likes").first?.values == [
        .text("songs"), .text("1"),
      ]
    )
    try Like.subject.set(nil, of: like)
    #expect(Like.subject.target(of: like) == nil)
  }

  @Test(arguments: ["subject_type = 'songs'", "subject_id = '2'", "subject_type = NULL"])
  func `SQL that changes either column is seen from both sides`(change: String) throws {
    let (photo, song, like) = (try photo, try song, try like)
    photos.add(Photo(id: "2"))
    let second = try #require(photos.get(by: .init("2")))
    try Like.subject.set(photo, of: like)
    let target = Computed { _ in
      Like.subject.target(of: like).map { "\(type(of: $0)) \(ObjectIdentifier($0))" }
    }
    let before = target.wrappedValue
    #expect(photo.likes.count == 1 && second.likes.isEmpty && song.likes.isEmpty)
    try database.execute(.raw("UPDATE likes SET \(change)"))
    #expect(target.wrappedValue != before)
    #expect(photo.likes.isEmpty)
    #expect(second.likes.count == (change.contains("'2'") ? 1 : 0))
    #expect(song.likes.count == (change.contains("songs") ? 1 : 0))
  }

  @Test func `a deleted target leaves nil, and an inserted target is found`() throws {
    let (photo, like) = (try photo, try like)
    try Like.subject.set(photo, of: like)
    let isThere = Computed { _ in Like.subject.target(of: like) != nil }
    #expect(isThere.wrappedValue)
    photos.delete(photo.typedID)
    #expect(!isThere.wrappedValue)
    try database.execute("INSERT INTO photos VALUES ('1')")
    #expect(isThere.wrappedValue)
  }

  @Test func `a target without an identifier is refused`() throws {
    let scene = try KeyScene()
    try scene.database.createTables(for: Tally.self)
    let marks = try EntityStore<Tally>(scene.database)
    let mark = Tally(id: 1)
    marks.add(mark)
    let drawer = Drawer(label: "a")
    let error = #expect(throws: DatabaseError.self) { try Tally.subject.set(drawer, of: mark) }
    #expect(error?.code == .misuse)
    #expect(Tally.subject.target(of: mark) == nil)
    scene.drawers.add(drawer)
    try Tally.subject.set(drawer, of: mark)
    #expect(Tally.subject.target(of: mark) === drawer)
  }

  @Test func `equal keys of two types are distinguished`() throws {
    try Like.subject.set(try song, of: try like)
    #expect(try photo.likes.isEmpty)
    #expect(try song.likes.map(\.typedID.raw) == ["l"])
  }

  @Test func `owners are assigned, and an entity that is left out loses its owner`() throws {
    let (photo, like) = (try photo, try like)
    try Like.subject.set(photo, of: like)
    let other = Like(id: "m")
    Like.subject.assign([other], to: photo)
    #expect(photo.likes.map(ObjectIdentifier.init) == [ObjectIdentifier(other)])
    #expect(like.subjectType == nil && like.subjectID == nil)
  }

  @Test func `an owner without a row keeps its target, and stores it with its row`() throws {
    let photo = Photo(id: "new")
    let like = Like(id: "new")
    try Like.subject.set(photo, of: like)
    let target = Computed { _ in Like.subject.target(of: like) != nil }
    #expect(Like.subject.target(of: like) === photo)
    #expect(target.wrappedValue)
    try database.write {
      likes.add(like)
      photos.add(photo)
    }
    #expect(Like.subject.target(of: like) === photo)
    #expect(photo.likes.map(ObjectIdentifier.init) == [ObjectIdentifier(like)])
    photos.delete(photo.typedID)
    #expect(!target.wrappedValue)
  }

  @Test(arguments: [false, true], [false, true])
  func `an owner keeps its target after its addition is rolled back`(
    isNested: Bool,
    targetHasRow: Bool
  ) throws {
    struct Failure: Error {}
    let photo = Photo(id: "new")
    if targetHasRow { photos.add(photo) }
    let like = Like(id: "new")
    try Like.subject.set(photo, of: like)
    let target = Computed { _ in Like.subject.target(of: like).map { ObjectIdentifier($0) } }
    let add = { [database, likes] in
      try database.write {
        likes.add(like)
        throw Failure()
      }
    }
    try? database.write {
      try? add()
      #expect(Like.subject.target(of: like) === photo)
      if !isNested { throw Failure() }
    }
    #expect(Like.subject.target(of: like) === photo)
    #expect(target.wrappedValue == ObjectIdentifier(photo))
    try? add()
    #expect(Like.subject.target(of: like) === photo)
    likes.add(like)
    #expect(Like.subject.target(of: like) === (targetHasRow ? photo : nil))
  }

  @Test func `a write that fails leaves both columns as they were`() throws {
    struct Failure: Error {}
    let (photo, song, like) = (try photo, try song, try like)
    try Like.subject.set(photo, of: like)
    #expect(throws: Failure.self) {
      try database.write {
        try Like.subject.set(song, of: like)
        #expect(Like.subject.target(of: like) === song)
        #expect(song.likes.count == 1)
        throw Failure()
      }
    }
    #expect(Like.subject.target(of: like) === photo)
    #expect(photo.likes.count == 1 && song.likes.isEmpty)
  }

  @Test func `a target of a type that was not named is refused`() throws {
    let error = #expect(throws: DatabaseError.self) {
      try Like.subject.set(Album(id: "a"), of: try like)
    }
    #expect(error?.code == .misuse)
    #expect(try like.subjectType == nil)
  }

  @Test func `a target of another database is refused`() throws {
    let other = try PolymorphicReferenceTests()
    let (photo, like) = (try photo, try like)
    let foreign = try other.photo
    try Like.subject.set(photo, of: like)
    let error = #expect(throws: DatabaseError.self) { try Like.subject.set(foreign, of: like) }
    #expect(error?.code == .misuse)
    #expect(error?.message.contains("another Database") == true)
    #expect(Like.subject.target(of: like) === photo)
    #expect(foreign.likes.isEmpty)
  }

  @Test func `an owner of another database is refused`() throws {
    let failures = Recorder<any Error>()
    var configuration = Database.Configuration()
    configuration.onWriteFailure = { failures.record($0) }
    let other = try Database.temporary(configuration: configuration)
    try other.createTables(for: Photo.self, Album.self, Song.self, Like.self)
    let foreign = Photo(id: "1")
    try EntityStore<Photo>(other).insert(foreign)
    Like.subject.assign([try like], to: foreign)
    #expect(failures.elements.map { ($0 as? DatabaseError)?.code } == [.misuse])
    #expect(foreign.likes.isEmpty)
    #expect(try like.subjectID == nil)
  }

  @Test func `an owner without a row keeps a target of another database, and is not added`() throws
  {
    let foreign = try PolymorphicReferenceTests().photo
    let like = Like(id: "new")
    try Like.subject.set(foreign, of: like)
    #expect(Like.subject.target(of: like) === foreign)
    let error = #expect(throws: DatabaseError.self) { try likes.insert(like) }
    #expect(error?.code == .misuse)
    #expect(Like.subject.target(of: like) === foreign)
    // After a set of the columns, the reference is to the row with that key.
    like.subjectID = "other"
    try likes.insert(like)
    #expect(Like.subject.target(of: like) == nil)
  }

  @Test func `a commit to another target runs no SELECT for the relationship`() throws {
    let (photo, like) = (try photo, try like)
    try Like.subject.set(photo, of: like)
    #expect(photo.likes.count == 1)
    try database.execute("INSERT INTO likes VALUES ('x', 'photos', '7')")
    let before = database.statementCounts
    #expect(photo.likes.count == 1)
    #expect((database.statementCounts - before).reads == 0)
  }
}

@Entity
final class Photo {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID

  var likes: [Like] { Like.subject.owners(of: self) }
}

extension Song {
  var likes: [Like] { Like.subject.owners(of: self) }
}

@Entity(indexes: .index("subject_type", "subject_id"))
final class Like {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var subjectType: String?
  @GraphStored var subjectID: String?

  static let subject = PolymorphicReference(
    \Like.subjectType,
    \Like.subjectID,
    targets: Photo.self,
    Song.self
  )
}

@Entity(id: Int.self)
final class Tally {
  @GraphStored var subjectType: String? = nil
  @GraphStored var subjectID: Int? = nil

  static let subject = PolymorphicReference(
    \Tally.subjectType,
    \Tally.subjectID,
    targets: Drawer.self,
    Memo.self
  )
}
