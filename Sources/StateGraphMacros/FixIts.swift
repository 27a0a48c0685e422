import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

struct FixItText: FixItMessage {
  let message: String
  var fixItID: MessageID { MessageID(domain: "StateGraph", id: message) }
}

/// Fix-its for a property. Each fix-it replaces the complete declaration.
///
/// A token can contain the declaration's indentation. Removing only one token could remove this
/// indentation too.
extension VariableDeclSyntax {
  func fix(_ text: String, change: (inout VariableDeclSyntax) -> Void) -> FixIt {
    var changed = self
    change(&changed)
    changed.leadingTrivia = leadingTrivia
    return .replace(message: FixItText(message: text), oldNode: self, newNode: changed)
  }

  func fixByRemoving(attribute: AttributeSyntax) -> FixIt {
    fix("Remove '@\(attribute.attributeName.trimmedDescription)'") { variable in
      variable.attributes = variable.attributes.filter { $0.id != attribute.id }
    }
  }

  func fixByRemoving(modifier: DeclModifierSyntax) -> FixIt {
    fix("Remove '\(modifier.name.text)'") { variable in
      variable.modifiers = variable.modifiers.filter { $0.id != modifier.id }
    }
  }

  func fixByReplacingLet() -> FixIt {
    fix("Replace 'let' with 'var'") { $0.bindingSpecifier.tokenKind = .keyword(.var) }
  }

  func fixByWritingType() -> FixIt {
    fixBinding("Write the type") { binding in
      let placeholder = TypeSyntax(IdentifierTypeSyntax(name: .identifier("<#Type#>")))
      let after = binding.pattern.trailingTrivia
      binding.pattern.trailingTrivia = []
      binding.typeAnnotation = TypeAnnotationSyntax(
        colon: .colonToken(trailingTrivia: .space),
        type: placeholder.with(\.trailingTrivia, after)
      )
    }
  }

  func fixByWritingInitialValue() -> FixIt {
    fixBinding("Give it an initial value") { binding in
      let after = binding.trailingTrivia
      binding.trailingTrivia = []
      binding.initializer = InitializerClauseSyntax(
        equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
        value: DeclReferenceExprSyntax(baseName: .identifier("<#value#>")),
        trailingTrivia: after
      )
    }
  }

  func fixByRemovingInitialValue() -> FixIt {
    fixBinding("Remove the initial value") { binding in
      binding.initializer = nil
      binding.typeAnnotation?.trailingTrivia = []
    }
  }

  /// Returns a fix-it that splits `var a, b: Int` into two declarations with the same attributes.
  ///
  /// Returns nil if the declaration has a pattern that is not a name, such as a tuple.
  func fixBySplitting() -> FixIt? {
    var pieces: [String] = []
    var type: TypeAnnotationSyntax?
    for binding in bindings.reversed() {
      guard binding.pattern.is(IdentifierPatternSyntax.self) else { return nil }
      type = binding.typeAnnotation ?? type
      var alone = binding.trimmed.with(\.trailingComma, nil)
      if alone.typeAnnotation == nil, alone.initializer == nil { alone.typeAnnotation = type }
      var piece = self
      piece.bindings = [alone]
      pieces.append(piece.trimmedDescription)
    }
    let indentation = leadingTrivia.pieces.filter(\.isSpaceOrTab)
    let separator = "\n" + Trivia(pieces: indentation).description
    var split = MemberBlockItemListSyntax(
      pieces.reversed().enumerated().map { index, piece in
        MemberBlockItemSyntax(
          decl: "\(raw: index == 0 ? "" : separator)\(raw: piece)" as DeclSyntax
        )
      }
    )
    split.leadingTrivia = leadingTrivia
    return .replace(
      message: FixItText(message: "Write one declaration for each"),
      oldNode: Syntax(self),
      newNode: Syntax(split)
    )
  }

  private func fixBinding(_ text: String, change: (inout PatternBindingSyntax) -> Void) -> FixIt {
    fix(text) { variable in
      guard var binding = variable.bindings.first else { return }
      change(&binding)
      variable.bindings = [binding]
    }
  }
}
