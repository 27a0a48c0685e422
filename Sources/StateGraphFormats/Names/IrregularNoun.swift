/// The English nouns whose plural does not follow from their ending.
enum IrregularNoun {
  /// Nouns whose plural or singular the rules in `EnglishNoun` would form wrongly.
  static let all: [(singular: String, plural: String)] = [
    ("person", "people"), ("child", "children"), ("man", "men"), ("woman", "women"),
    ("mouse", "mice"), ("foot", "feet"), ("tooth", "teeth"), ("goose", "geese"), ("ox", "oxen"),
    ("datum", "data"), ("medium", "media"), ("bacterium", "bacteria"), ("criterion", "criteria"),
    ("phenomenon", "phenomena"), ("curriculum", "curricula"), ("memorandum", "memoranda"),
    ("index", "indices"), ("matrix", "matrices"), ("vertex", "vertices"),
    ("appendix", "appendices"), ("axis", "axes"), ("cactus", "cacti"), ("fungus", "fungi"),
    ("nucleus", "nuclei"), ("stimulus", "stimuli"), ("radius", "radii"), ("focus", "foci"),
    ("hero", "heroes"), ("echo", "echoes"), ("potato", "potatoes"), ("tomato", "tomatoes"),
    ("address", "addresses"), ("movie", "movies"), ("status", "statuses"), ("bus", "buses"),
    ("alias", "aliases"), ("bias", "biases"), ("atlas", "atlases"), ("canvas", "canvases"),
    ("gas", "gases"), ("lens", "lenses"), ("iris", "irises"), ("quiz", "quizzes"),
    ("whiz", "whizzes"), ("topaz", "topazes"), ("leaf", "leaves"), ("knife", "knives"),
    ("life", "lives"), ("wife", "wives"), ("wolf", "wolves"), ("shelf", "shelves"),
    ("bookshelf", "bookshelves"), ("half", "halves"), ("loaf", "loaves"), ("thief", "thieves"),
    ("calf", "calves"), ("elf", "elves"), ("scarf", "scarves"), ("hoof", "hooves"),
  ]

  /// Nouns whose singular and plural are the same, or that have only one form.
  static let unchanging: Set<String> = [
    "series", "species", "news", "means", "analytics", "athletics", "corps", "economics",
    "headquarters", "kudos", "mathematics", "physics", "politics", "chaos", "pants", "scissors",
    "trousers",
  ]

  /// Nouns that end in `ie`, such as `cookie`. The singular of any other plural that ends in `ies`
  /// ends in `y`.
  static let endingInIE: Set<String> = [
    "birdie", "brownie", "calorie", "cookie", "foodie", "genie", "hoodie", "pixie", "prairie",
    "rookie", "selfie", "smoothie", "sortie", "zombie",
  ]

  /// Nouns that end in `che`, `oe` or `use`, such as `cache`, `shoe` and `fuse`.
  ///
  /// Other plurals with these endings lose `es`, as `matches`, `heroes` and `viruses` do.
  static let endingInE: Set<String> = [
    "ache", "avalanche", "cache", "cliche", "creche", "headache", "moustache", "niche", "pastiche",
    "psyche", "quiche", "aloe", "canoe", "doe", "foe", "hoe", "oboe", "shoe", "toe", "abuse",
    "excuse", "fuse", "muse", "recluse", "refuse", "reuse", "ruse", "use",
  ]
}
