/// Writes users, posts and comments: as tables, or as posts with nested records.
struct SocialGenerator {
  private let records: SocialRecords

  init(scale: Int, seed: UInt64) {
    records = SocialRecords(scale: scale, seed: seed)
  }

  func write(_ format: Format, below directory: String) throws(OutputError) {
    let directory = "\(directory)/\(format.rawValue)"
    switch format {
    case .csv:
      try writeUsers(to: directory)
      try writePosts(to: directory)
      try writeComments(to: directory)
    case .nested:
      try writeTree(to: JSONWriter(directory: directory, name: "posts.json", isArray: true))
    case .lines:
      try writeTree(to: JSONWriter(directory: directory, name: "posts.jsonl", isArray: false))
    }
  }

  private func writeUsers(to directory: String) throws(OutputError) {
    let header = ["id", "name", "short_bio"]
    let table = try CSVWriter(directory: directory, name: "users.csv", header: header)
    for index in 0..<records.scale {
      let user = records.user(index)
      try table.row([user.id, user.name, user.shortBio])
    }
    try table.close()
  }

  private func writePosts(to directory: String) throws(OutputError) {
    let header = ["id", "title", "content", "author_id"]
    let table = try CSVWriter(directory: directory, name: "posts.csv", header: header)
    for thread in 0..<records.threadCount {
      for index in records.posts(ofThread: thread) {
        let post = records.post(index)
        try table.row([post.id, post.title, post.content, records.userID(post.author)])
      }
    }
    try table.close()
  }

  private func writeComments(to directory: String) throws(OutputError) {
    let header = ["id", "text", "post_id", "author_id"]
    let table = try CSVWriter(directory: directory, name: "comments.csv", header: header)
    for thread in 0..<records.threadCount {
      let posts = records.posts(ofThread: thread)
      for (post, comments) in zip(posts, records.comments(ofThread: thread)) {
        let postID = records.postID(post)
        for index in comments {
          let comment = records.comment(index)
          try table.row([comment.id, comment.text, postID, records.userID(comment.author)])
        }
      }
    }
    try table.close()
  }

  private func writeTree(to json: JSONWriter) throws(OutputError) {
    for thread in 0..<records.threadCount {
      let posts = records.posts(ofThread: thread)
      for (index, comments) in zip(posts, records.comments(ofThread: thread)) {
        let post = records.post(index)
        try json.record {
          json.text("id", post.id)
          json.text("title", post.title)
          json.text("content", post.content)
          writeAuthor(post.author, to: json)
          json.array("comments") {
            for comment in comments {
              write(records.comment(comment), to: json)
            }
          }
        }
      }
    }
    try json.close()
  }

  private func write(_ comment: SocialRecords.Comment, to json: JSONWriter) {
    json.object {
      json.text("id", comment.id)
      json.text("text", comment.text)
      writeAuthor(comment.author, to: json)
    }
  }

  private func writeAuthor(_ index: Int, to json: JSONWriter) {
    let user = records.user(index)
    json.object("author") {
      json.text("id", user.id)
      json.text("name", user.name)
      json.text("short_bio", user.shortBio)
    }
  }
}
