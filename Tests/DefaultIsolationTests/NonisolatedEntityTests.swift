import StateGraphPersistence
import TestSupport
import Testing

nonisolated enum Mood: String, Bindable { case calm, busy }

@Entity(id: Int.self, keys: .database)
nonisolated final class Diary {
  @GraphStored @Column(.unique) var title: String
  @GraphComputed(inverse: \Entry.diary) var entries: [Entry]
  @GraphComputed(through: DiaryTopic.self, order: \DiaryTopic.position) var topics: [Topic]
}

@Entity(id: Int.self, keys: .database)
nonisolated final class Entry {
  @GraphStored @Column(.onDelete(.cascade)) var diary: Diary
  @GraphStored var text: String = ""
  @GraphStored var mood: Mood = .calm
  @GraphStored @Column(.json) var words: [String] = []
  @GraphStored var count: Int = 0 { didSet { if count < 0 { count = 0 } } }
}

/// The class is not isolated either, although it does not say so: it is an entity, which is `Sendable`.
@Entity(id: String.self)
final class Topic { @GraphStored private(set) var name: String }

@Entity(id: CompositeKey<Int, String>.self, key: "diary_id", "topic_id")
nonisolated final class DiaryTopic {
  @GraphStored var diary: Diary
  @GraphStored var topic: Topic
  @GraphStored var position: Int?
}

/// The test itself is isolated to the main actor, as all code of the module.
@Suite struct NonisolatedEntityTests {
  @Test func `an entity is used on the main actor and on other threads`() throws {
    let database = try Database.temporary()
    try database.createTables(for: Diary.self, Entry.self, Topic.self, DiaryTopic.self)
    let diaries = try EntityStore<Diary>(database)
    let diary = Diary(title: "2026")
    try diaries.insert(diary)
    diary.entries = [Entry(diary: diary, text: "first")]
    diary.topics.append(Topic(id: "t", name: "Travel"))
    try withThread {
      diary.title = "2027"
      for entry in diary.entries { entry.count += 1 }
    }
    #expect(diary.title == "2027")
    #expect(diary.entries.map(\.count) == [1])
    #expect(diary.topics.map(\.name) == ["Travel"])
    #expect(try diaries.query.where { $0.title == "2027" }.fetchCount() == 1)
  }
}
