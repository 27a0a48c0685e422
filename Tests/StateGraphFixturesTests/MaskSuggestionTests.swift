import StateGraphFixtures
import TestSupport
import Testing

@Suite struct MaskSuggestionTests {
  @Test func `names, types, values and rules decide about the mask`() throws {
    let scene = try ExtractScene(
      """
      CREATE TABLE people (
        id INTEGER PRIMARY KEY, name TEXT, email TEXT UNIQUE, mobile TEXT, born DATE, photo BLOB,
        bio TEXT, contact TEXT, settings JSON, state TEXT CHECK (state IN ('new', 'old')),
        code TEXT UNIQUE, created_at DATETIME UNIQUE, size REAL, age INTEGER, upper AS (upper(name))
      );
      CREATE TABLE orders (
        id INTEGER PRIMARY KEY, buyer TEXT REFERENCES people (email), token BLOB NOT NULL
      );
      """,
      rows:
        "INSERT INTO people (name, contact, age) VALUES ('Ada', 'a@b.com', 36), ('Bob', 'c@d.org', 'old');"
    )
    #expect(
      try MaskSuggestion.text(path: scene.database)
        == """
        {
          "orders": {
            "buyer": "email",
            "token": "blob"
          },
          "people": {
            "name": "text",
            "email": "email",
            "mobile": "phone",
            "born": "date",
            "photo": "null",
            "bio": "free-text",
            "contact": "email",
            "settings": "json",
            "state": "keep",
            "code": "text",
            "created_at": "text",
            "age": "text"
          }
        }

        """
    )
  }

  @Test func `a database without text needs no mask`() throws {
    let scene = try ExtractScene("CREATE TABLE t (id INTEGER PRIMARY KEY);")
    #expect(try MaskSuggestion.text(path: scene.database) == "{}\n")
  }
}
