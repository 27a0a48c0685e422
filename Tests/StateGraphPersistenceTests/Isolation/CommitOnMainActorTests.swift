import SampleDomains
import StateGraphPersistence
import TestSupport
import Testing

/// Effects on the main actor that show entities, as views do.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct CommitOnMainActorTests {
  private func socialWithPosts() throws -> SocialDatabase {
    let social = try SocialDatabase()
    try social.database.write {
      let ada = User(id: "ada", name: "Ada")
      social.users.add(ada)
      social.posts.add((0..<1_000).map { Post(id: "p\($0)", title: "old", author: ada) })
    }
    return social
  }

  @Test func `a commit that changes a thousand shown entities runs their effects in one job`()
    async throws
  {
    let social = try socialWithPosts()
    let runs = Recorder<String>()
    let posts = try social.posts.query.fetch()
    let subscriptions = posts.map { post in withGraphEffect { runs.record(post.title) } }
    #expect(runs.elements == Array(repeating: "old", count: 1_000))
    let database = social.database
    let before = database.statementCounts
    try withThread { try database.execute("UPDATE posts SET title = 'new'") }
    #expect(runs.elements.count == 1_000)
    // The main actor has received this job after the first mark of the commit. If the commit took
    // several jobs, some effects would run after it.
    await Task { @MainActor in }.value
    #expect(runs.elements.dropFirst(1_000) == ArraySlice(repeating: "new", count: 1_000))
    #expect(database.statementCounts.reads == before.reads)
    for subscription in subscriptions { subscription.cancel() }
  }
}
