import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension VariableDeclSyntax {
  func fixByReplacingVar() -> FixIt {
    fix("Replace 'var' with 'let'") { $0.bindingSpecifier.tokenKind = .keyword(.let) }
  }

  func fixByRemovingArguments(_ name: String) -> FixIt {
    fix("Remove the backing") { variable in
      guard
        let index = variable.attributes.firstIndex(where: {
          $0.as(AttributeSyntax.self)?.plainName == name
        }), var attribute = variable.attributes[index].as(AttributeSyntax.self)
      else { return }
      attribute.leftParen = nil
      attribute.arguments = nil
      attribute.rightParen = nil
      variable.attributes[index] = .attribute(attribute.with(\.trailingTrivia, .space))
    }
  }

  /// Returns a fix-it that stores the property as JSON.
  ///
  /// The fix-it adds `.json` to the attribute `@Column`. A property without this attribute gets
  /// `@Column(.json)`.
  func fixByWritingJSON() -> FixIt {
    fix("Store it as JSON") { variable in
      let index = variable.attributes.firstIndex {
        $0.as(AttributeSyntax.self)?.plainName == "Column"
      }
      guard let index, let column = variable.attributes[index].as(AttributeSyntax.self) else {
        variable.attributes.append(.attribute("@Column(.json) "))
        return
      }
      let arguments = (column.argumentList.map(\.trimmedDescription)).map {
        $0.hasSuffix(",") ? String($0.dropLast()) : $0
      }
      let written = (arguments + [".json"]).joined(separator: ", ")
      variable.attributes[index] = .attribute("@Column(\(raw: written)) ")
    }
  }
}

extension ClassDeclSyntax {
  func fixByWritingFinal() -> FixIt {
    fix("Make it final") { type in
      let word = DeclModifierSyntax(name: .keyword(.final), trailingTrivia: .space)
      if type.modifiers.isEmpty { type.classKeyword.leadingTrivia = [] }
      type.modifiers.append(word)
    }
  }

  /// Returns a fix-it that adds `id: String.self` to the `@Entity` attribute.
  ///
  /// If the class already declares `TypedIdentifierRawValue`, the fix-it adds a `typedID` property
  /// instead.
  func fixByWritingTypedID() -> FixIt {
    guard rawValueAlias == nil else {
      return fixByWriting(["let typedID: TypedID"], text: "Write the identifier")
    }
    return fix("Write the identifier") { type in
      let index = type.attributes.firstIndex {
        $0.as(AttributeSyntax.self)?.plainName == "Entity"
      }
      guard let index, let entity = type.attributes[index].as(AttributeSyntax.self) else { return }
      let others = entity.argumentList.map(\.trimmedDescription)
      let arguments = (["id: String.self"] + others).map {
        $0.hasSuffix(",") ? String($0.dropLast()) : $0
      }
      let written: AttributeSyntax = """
        @\(entity.attributeName.trimmed)(\(raw: arguments.joined(separator: ", ")))
        """
      type.attributes[index] = .attribute(
        written.with(\.leadingTrivia, entity.leadingTrivia)
          .with(\.trailingTrivia, entity.trailingTrivia)
      )
    }
  }

  /// Returns a fix-it that removes `typedID` and `TypedIdentifierRawValue` from the class.
  ///
  /// The macro writes both declarations if the attribute has the argument `id:`.
  func fixByRemovingIdentifier() -> FixIt {
    fix("Remove the declarations") { type in
      type.memberBlock.members = type.memberBlock.members.filter { member in
        if let alias = member.decl.as(TypeAliasDeclSyntax.self) {
          return alias.name.text != "TypedIdentifierRawValue"
        }
        guard let variable = member.decl.as(VariableDeclSyntax.self) else { return true }
        return !variable.bindings.contains { $0.pattern.trimmedDescription == "typedID" }
      }
    }
  }

  func fixByWritingRawValue() -> FixIt {
    fixByWriting(
      ["typealias TypedIdentifierRawValue = String"],
      text: "Write the identifier's type"
    )
  }

  var rawValueAlias: TypeAliasDeclSyntax? {
    memberBlock.members.lazy.compactMap { $0.decl.as(TypeAliasDeclSyntax.self) }
      .first { $0.name.text == "TypedIdentifierRawValue" }
  }

  /// Returns a fix-it that inserts `members` before the other members of the class.
  ///
  /// Each member is on its own line and has the indentation of the first existing member.
  private func fixByWriting(_ members: [String], text: String) -> FixIt {
    fix(text) { type in
      let first = type.memberBlock.members.first?.leadingTrivia.pieces.filter(\.isSpaceOrTab)
      let outer = leadingTrivia.pieces.filter(\.isSpaceOrTab)
      let indentation = first.map { Trivia(pieces: $0) } ?? Trivia(pieces: outer) + .spaces(2)
      let written = members.map { member in
        MemberBlockItemSyntax(decl: "\(raw: member)" as DeclSyntax)
          .with(\.leadingTrivia, .newline + indentation)
      }
      type.memberBlock.members = written + type.memberBlock.members
    }
  }

  private func fix(_ text: String, change: (inout ClassDeclSyntax) -> Void) -> FixIt {
    var changed = self
    change(&changed)
    changed.leadingTrivia = leadingTrivia
    return .replace(message: FixItText(message: text), oldNode: self, newNode: changed)
  }
}

extension InitializerDeclSyntax {
  func fixByWritingConvenience() -> FixIt {
    var changed = self
    if modifiers.isEmpty { changed.initKeyword.leadingTrivia = [] }
    changed.modifiers.append(
      DeclModifierSyntax(name: .keyword(.convenience), trailingTrivia: .space)
    )
    changed.leadingTrivia = leadingTrivia
    let text = FixItText(message: "Write 'convenience'")
    return .replace(message: text, oldNode: self, newNode: changed)
  }
}
