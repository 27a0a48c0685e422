import SwiftSyntax
import SwiftSyntaxBuilder

/// The `willSet` and `didSet` of a property.
///
/// The macro replaces the stored property by accessors. The setter that the macro writes must
/// therefore run both observers.
struct PropertyObservers {
  private let willSet: AccessorDeclSyntax?
  private let didSet: AccessorDeclSyntax?

  /// Reads the observers of a property.
  ///
  /// Returns nil if the property has other accessors, such as `get`.
  init?(_ block: AccessorBlockSyntax) {
    guard case .accessors(let accessors) = block.accessors,
      accessors.allSatisfy({ $0.observes(.willSet) || $0.observes(.didSet) })
    else { return nil }
    willSet = accessors.first { $0.observes(.willSet) }
    didSet = accessors.first { $0.observes(.didSet) }
  }

  /// Whether the property can have a `_modify` accessor, which changes the value in place.
  ///
  /// `willSet` needs the new value before the change. A change in place produces the new value only
  /// at its end.
  var allowsModify: Bool { self.willSet == nil }

  /// Returns the statements of the property's setter.
  ///
  /// The setter runs `willSet`, writes the value, and then runs `didSet`.
  func setter(of property: NodeProperty, _ storage: NodeStorage) -> [String] {
    var lines: [String] = []
    if let willSet {
      lines += function(
        "_$willSet",
        observer: willSet,
        value: "newValue",
        of: property,
        storage: storage
      )
      lines.append("_$willSet()")
    }
    lines += oldValue(of: property, storage)
    lines.append(storage.write("newValue"))
    if let didSet {
      lines += function(
        "_$didSet",
        observer: didSet,
        value: "_$oldValue",
        of: property,
        storage: storage
      )
      lines.append("_$didSet()")
    }
    return lines
  }

  /// Returns the statements of the `_modify` accessor, which changes the value in place.
  ///
  /// The statements run `didSet` even if the change throws an error.
  func modify(of property: NodeProperty, _ storage: NodeStorage, place: String) -> [String] {
    guard let didSet else { return ["yield &\(place)"] }
    var lines = oldValue(of: property, storage)
    lines += function(
      "_$didSet",
      observer: didSet,
      value: "_$oldValue",
      of: property,
      storage: storage
    )
    return lines + ["defer { _$didSet() }", "yield &\(place)"]
  }

  /// Returns the statement that saves the old value for `didSet`.
  ///
  /// Returns no statement if `didSet` does not use the old value. A saved value would force a
  /// change in place to copy it.
  private func oldValue(of property: NodeProperty, _ storage: NodeStorage) -> [String] {
    guard let didSet, didSet.mentions(didSet.parameterName) else { return [] }
    return ["let _$oldValue: \(property.type.trimmedDescription) = \(storage.peek)"]
  }

  /// Returns the code of an observer as a local function. The observer can then contain `return`.
  ///
  /// In this function, the property's name refers to the stored value. So an observer that sets its
  /// own property does not call itself. The observer's code is in a nested scope, so its local
  /// names cannot conflict with generated names.
  private func function(
    _ name: String,
    observer: AccessorDeclSyntax,
    value: String,
    of property: NodeProperty,
    storage: NodeStorage
  ) -> [String] {
    let own = "_$\(property.plainName)"
    let rewriter = OwnPropertyRewriter(property: property.plainName, replacement: own)
    guard let body = observer.body.map({ rewriter.visit($0) }) else { return [] }
    var lines = ["func \(name)() {"]
    let parameter = observer.parameterName
    if parameter != value, observer.mentions(parameter) {
      lines.append("let \(parameter): \(property.type.trimmedDescription) = \(value)")
    }
    let names = [
      rewriter.didReplace ? own : nil, body.mentions(property.plainName) ? property.name : nil,
    ]
    for case let name? in names {
      lines += [
        "var \(name): \(property.type.trimmedDescription) {", "get { \(storage.peek) }",
        "set { \(storage.write("newValue")) }", "}",
      ]
    }
    return lines + ["do {", body.statements.trimmedDescription, "}", "}"]
  }
}

/// Replaces `self.property` by another name in the observers of `property`.
///
/// Code inside closures is not changed. In a closure, `self` can be another variable
/// (`[weak self]`), so `self.property` must call the property's setter.
private final class OwnPropertyRewriter: SyntaxRewriter {
  let property: String
  let replacement: String
  private(set) var didReplace = false

  init(property: String, replacement: String) {
    self.property = property
    self.replacement = replacement
    super.init()
  }

  override func visit(_ node: ClosureExprSyntax) -> ExprSyntax { ExprSyntax(node) }

  override func visit(_ node: MemberAccessExprSyntax) -> ExprSyntax {
    guard node.base?.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self),
      node.declName.baseName.text.filter({ $0 != "`" }) == property
    else { return super.visit(node) }
    didReplace = true
    return ExprSyntax(
      DeclReferenceExprSyntax(baseName: .identifier(replacement))
        .with(\.leadingTrivia, node.leadingTrivia)
        .with(\.trailingTrivia, node.trailingTrivia)
    )
  }
}

extension AccessorDeclSyntax {
  fileprivate func observes(_ keyword: Keyword) -> Bool {
    accessorSpecifier.tokenKind == .keyword(keyword)
  }

  /// The name of the observer's parameter.
  ///
  /// Without a name in the source, the result is Swift's default name (`newValue` or `oldValue`).
  fileprivate var parameterName: String {
    parameters?.name.text ?? (observes(.willSet) ? "newValue" : "oldValue")
  }

  fileprivate func mentions(_ name: String) -> Bool { body?.mentions(name) ?? false }
}

extension CodeBlockSyntax {
  /// Returns whether the code uses the variable `name`.
  ///
  /// A member of the same name, as in `other.name`, does not count.
  fileprivate func mentions(_ name: String) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { token in
      guard case .identifier = token.tokenKind, token.text.filter({ $0 != "`" }) == name else {
        return false
      }
      return token.previousToken(viewMode: .sourceAccurate)?.tokenKind != .period
    }
  }
}
